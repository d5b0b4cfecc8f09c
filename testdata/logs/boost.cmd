./bt
exit 201
Boost.Test 1.74, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
