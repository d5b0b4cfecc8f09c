npx jest --ci --verbose --randomize --color
exit 1
node v20.20.2
/builds/jest-bookings
