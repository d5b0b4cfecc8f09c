./gt
exit 1
GoogleTest 1.12.1, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
