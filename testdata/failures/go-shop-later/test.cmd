go test -timeout 20s ./...
exit 1
go1.26.8 linux/amd64
/home/runner/work/go-shop/go-shop
