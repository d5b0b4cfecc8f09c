npx tsc --pretty false
exit 2
node v20.20.2
/home/runner/work/jest-bookings/jest-bookings
