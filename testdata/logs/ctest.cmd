ctest --test-dir build --output-on-failure
exit 8
ctest version 3.25.1, GoogleTest 1.12.1, Catch2 2.13.10
