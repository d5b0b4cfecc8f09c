go test -count=1 -race -json ./race
exit 1
go1.26.8 linux/amd64
