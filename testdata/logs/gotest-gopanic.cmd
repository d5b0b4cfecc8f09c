go test -count=1 ./gopanic
exit 1
go1.26.8 linux/amd64
