node uvu/load.test.mjs
exit 1
node v20.20.2
