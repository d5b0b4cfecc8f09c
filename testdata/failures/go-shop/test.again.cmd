go test -v -shuffle=7 ./...
exit 1
go1.26.8 linux/amd64
/builds/go-shop
