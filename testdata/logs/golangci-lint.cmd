golangci-lint run --enable-only errcheck,govet,unused,ineffassign ./vetbad ./race ./flaky
exit 1
golangci-lint has version 2.15.0
