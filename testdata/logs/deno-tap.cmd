node_modules/.bin/deno test --no-check --reporter=tap --no-config den/price_test.ts
exit 1
deno 2.9.6
