FORCE_COLOR=1 npx eslint office
exit 1
node v20.20.2, vitest 3
/builds/orchestra
