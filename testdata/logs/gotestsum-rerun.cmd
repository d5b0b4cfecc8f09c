gotestsum --rerun-fails --packages=./flaky -- -count=1
exit 1
gotestsum 1.13.0, go1.26.8 linux/amd64
