golangci-lint run --output.junit-xml.path=stdout
exit 1
golangci-lint 2.15.0
