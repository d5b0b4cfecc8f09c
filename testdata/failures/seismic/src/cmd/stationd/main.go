// The command stationd serves the data of the network.
package main

import (
	"fmt"
	"net/http"

	"seismo.example.net/stationd/pkg/region"
	"seismo.example.net/stationd/pkg/routes"
)

func greeting() string {
	return "stationd near the " + region.Name("530")
}

func main() {
	fmt.Println(greeting())
	http.ListenAndServe("127.0.0.1:8080", routes.Mux())
}
