gotestsum --junitfile=/tmp/results/g.xml -- -count=1 ./calc >/dev/null 2>&1; cat /tmp/results/g.xml
exit 0
gotestsum 1.13.0, go1.26.8 linux/amd64
