g++ -g -o vg vg.cpp && valgrind -q --error-exitcode=9 ./vg
exit 9
valgrind valgrind-3.19.0, gcc 12.2.0
