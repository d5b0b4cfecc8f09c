npx eslint --color web
exit 1
node v20.20.2
/builds/jest-bookings
