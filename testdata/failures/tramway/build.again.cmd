go build -v ./cmd/...
exit 1
go1.26.8 linux/amd64
/builds/tramway
