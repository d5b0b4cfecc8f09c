golangci-lint run --output.tab.path=stdout
exit 1
golangci-lint 2.15.0
