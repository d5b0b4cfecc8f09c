g++ -g -fsanitize=undefined -fno-sanitize-recover=all -o ub ub.cpp && ./ub
exit 1
gcc 12.2.0
