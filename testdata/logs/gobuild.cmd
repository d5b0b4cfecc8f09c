go build ./bad
exit 1
go1.26.8 linux/amd64
