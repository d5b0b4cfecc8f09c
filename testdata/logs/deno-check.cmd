deno test --no-config cart_test.ts
exit 1
deno 2.9.6
