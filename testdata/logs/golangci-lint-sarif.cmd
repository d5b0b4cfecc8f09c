golangci-lint run --output.sarif.path=stdout
exit 1
golangci-lint 2.15.0
