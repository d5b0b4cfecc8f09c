go build ./cmd/...
exit 1
go1.26.8 linux/amd64
/home/runner/work/tramway/tramway
