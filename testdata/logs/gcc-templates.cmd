g++ -Wall -c t.cpp
exit 1
gcc 12.2.0
