node --test --test-reporter=dot nt2/price.test.mjs
exit 1
Node v20.20.2
