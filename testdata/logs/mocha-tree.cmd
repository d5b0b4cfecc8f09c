mocha m/many.js
exit 1
mocha 10.8.2, Node v20.20.2
