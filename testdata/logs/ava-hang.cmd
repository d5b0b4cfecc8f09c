node_modules/.bin/ava --timeout=1s ava/hang.test.mjs
exit 1
ava 7.0.0, node v20.20.2
