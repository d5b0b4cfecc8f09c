npx tsc --pretty true
exit 2
node v20.20.2
/builds/tsc-rooms
