go test -count=1 ./calc ./ok
exit 1
go1.26.8 linux/amd64
