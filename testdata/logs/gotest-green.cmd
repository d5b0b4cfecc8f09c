go test -count=1 -v ./ok
exit 0
go1.26.8 linux/amd64
