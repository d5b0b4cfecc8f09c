module seismo.example.net/stationd

go 1.26

require golang.org/x/time v0.14.0
