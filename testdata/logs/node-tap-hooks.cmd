node --test --test-reporter=tap nt2/price.test.mjs
exit 1
Node v20.20.2
