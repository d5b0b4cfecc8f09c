node_modules/.bin/uvu uvu price
exit 1
uvu 0.5.6, node v20.20.2
