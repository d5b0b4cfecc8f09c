go test -count=1 -timeout 1s -json ./slow
exit 1
go1.26.8 linux/amd64
