node_modules/.bin/ava ava/price.test.mjs -m ok
exit 0
ava 7.0.0, node v20.20.2
