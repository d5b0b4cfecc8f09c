FORCE_COLOR=1 npx vitest run --reporter=verbose
exit 1
node v20.20.2, vitest 3
/builds/orchestra
