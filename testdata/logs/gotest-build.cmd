go test -count=1 ./bad ./badtest ./ok
exit 1
go1.26.8 linux/amd64
