timeout 40 go test -run XXX -fuzz=FuzzPanic -fuzztime=10s ./fuzz
exit 1
go version go1.26.8 linux/amd64
