go test -fuzz=FuzzRev -fuzztime=20s ./fuzz
exit 1
go version go1.26.8 linux/amd64
