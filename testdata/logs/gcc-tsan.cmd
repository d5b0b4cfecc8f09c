g++ -g -fsanitize=thread -o tsan tsan.cpp -pthread && ./tsan
exit 66
gcc 12.2.0
