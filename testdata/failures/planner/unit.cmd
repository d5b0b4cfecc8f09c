(cmake -S . -B build && cmake --build build -j2) >build.log 2>&1 || cat build.log; ./build/unit
exit 13
Catch2 2.13.10, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
/home/runner/work/planner/planner
