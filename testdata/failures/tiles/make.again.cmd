make -k check CC='gcc -fdiagnostics-color=always'
exit 2
GNU Make 4.3, gcc (Debian 12.2.0-14+deb12u1) 12.2.0
/builds/maps/tiles
