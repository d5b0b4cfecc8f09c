TZ=Europe/Vienna npx jest --ci
exit 1
node v20.20.2
/home/runner/work/jest-bookings/jest-bookings
