node_modules/.bin/uvu uvu ok.test
exit 0
uvu 0.5.6, node v20.20.2
