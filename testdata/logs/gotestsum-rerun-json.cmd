gotestsum --rerun-fails --jsonfile=/tmp/results/g.json --packages=./flaky -- -count=1 >/dev/null 2>&1; cat /tmp/results/g.json
exit 0
gotestsum 1.13.0, go1.26.8 linux/amd64
