go vet -tags staff ./admin ./poll ./tally
exit 1
go1.26.8 linux/amd64
/home/runner/work/go-shop/go-shop
