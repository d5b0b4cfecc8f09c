go test -shuffle=7 -v ./...
exit 1
go1.26.8 linux/amd64
/builds/go-shop
