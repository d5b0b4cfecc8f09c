make -k
exit 2
GNU Make 4.3, gcc (Debian 12.2.0-14+deb12u1) 12.2.0
/home/runner/work/parcel/parcel
