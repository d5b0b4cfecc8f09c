go test .
exit 1
ginkgo v2.34.0, go1.26.8
