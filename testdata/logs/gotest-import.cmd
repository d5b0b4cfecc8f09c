go test -count=1 ./importbad
exit 1
go1.26.8 linux/amd64
