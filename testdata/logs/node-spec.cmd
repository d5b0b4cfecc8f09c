node --test --test-reporter=spec nt/
exit 1
Node v20.20.2
