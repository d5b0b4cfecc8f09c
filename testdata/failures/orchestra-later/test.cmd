npx vitest run
exit 1
node v20.20.2, vitest 3
/home/runner/work/orchestra/orchestra
