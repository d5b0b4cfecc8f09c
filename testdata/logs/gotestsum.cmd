gotestsum --format testname -- -count=1 ./calc ./ok
exit 1
gotestsum 1.13.0, go1.26.8 linux/amd64
