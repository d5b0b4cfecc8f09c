node_modules/.bin/ava ava/exit.test.mjs
exit 1
ava 7.0.0, node v20.20.2
