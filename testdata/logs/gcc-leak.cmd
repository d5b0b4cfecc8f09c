g++ -g -fsanitize=address -o leak leak.cpp && ./leak
exit 1
gcc 12.2.0
