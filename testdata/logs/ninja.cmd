ninja -C build -k 0
exit 1
ninja 1.11.1, cmake 3.25.1, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
