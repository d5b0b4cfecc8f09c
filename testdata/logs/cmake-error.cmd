rm -rf b2; cmake -S . -B b2
exit 1
cmake version 3.25.1
