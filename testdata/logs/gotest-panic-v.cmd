go test -count=1 -v ./panics
exit 1
go1.26.8 linux/amd64
