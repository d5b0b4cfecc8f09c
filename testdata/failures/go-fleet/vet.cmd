go vet ./depot ./toll
exit 1
go1.26.8 linux/amd64
/home/runner/work/go-fleet/go-fleet
