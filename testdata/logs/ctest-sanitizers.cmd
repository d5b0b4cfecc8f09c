ctest --test-dir b --output-on-failure
exit 8
cmake 3.25.1, gcc 12.2.0
