jest jest/ok.test.js
exit 0
jest 30.5.2, Node v20.20.2
