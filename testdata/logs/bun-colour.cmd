FORCE_COLOR=1 bun test ./bun/cart.test.js
exit 1
bun 1.4.5
