go test -v -race ./stock -run Goroutines
exit 1
go1.26.8 linux/amd64
/builds/go-shop
