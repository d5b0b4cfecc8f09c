golangci-lint run --output.code-climate.path=stdout
exit 1
golangci-lint 2.15.0
