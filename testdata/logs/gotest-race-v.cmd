go test -count=1 -race -v ./race
exit 1
go1.26.8 linux/amd64
