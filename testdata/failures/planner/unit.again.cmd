(cmake -S . -B b && cmake --build b -j2) >build.log 2>&1 || cat build.log; ./b/unit --order rand --rng-seed 7 --use-colour yes
exit 13
Catch2 2.13.10, g++ (Debian 12.2.0-14+deb12u1) 12.2.0
/builds/transit/planner
