go test -v ./example ./exit ./tmain
exit 1
go version go1.26.8 linux/amd64
