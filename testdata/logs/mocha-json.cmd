mocha --reporter json mocha/*.js
exit 6
mocha 12.0.3, Node v20.20.2
