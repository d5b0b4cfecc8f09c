clang++ -c bad.cpp
exit 1
Debian clang version 14.0.6
