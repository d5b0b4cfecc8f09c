node --test server
exit 1
node v20.20.2
/home/runner/work/jest-bookings/jest-bookings
