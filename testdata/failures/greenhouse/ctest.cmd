(cmake -S . -B build && cmake --build build -j2) >build.log 2>&1 || cat build.log; ctest --test-dir build --output-on-failure
exit 8
ctest version 3.25.1, GoogleTest 1.12.1, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
/home/runner/work/greenhouse/greenhouse
