./dt
exit 1
doctest 2.4.9, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
