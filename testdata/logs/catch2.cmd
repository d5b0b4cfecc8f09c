./build/ct
exit 2
Catch2 2.13.10, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
