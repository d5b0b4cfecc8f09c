jest --json jest/price.test.js jest/missing.test.js 2>/dev/null
exit 1
jest 30.5.2, Node v20.20.2
