module fleet

go 1.26
