deno test --no-config .
exit 1
deno 2.9.6
