bun test ./bun/green.test.js
exit 0
bun 1.4.5
