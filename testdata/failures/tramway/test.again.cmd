go test -v -count=1 ./internal/...
exit 1
go1.26.8 linux/amd64
/builds/tramway
