g++ -g -fsanitize=address -o asan asan.cpp && ./asan
exit 1
gcc 12.2.0
