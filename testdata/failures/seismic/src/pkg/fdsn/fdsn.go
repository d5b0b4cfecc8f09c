// Package fdsn serves the web services of the federation.
package fdsn

import (
	"fmt"
	"net/http"
)

// NoData tells a client that there is nothing for its request.
func NoData(w http.ResponseWriter, retry int) {
	w.WriteHeader(http.StatusServiceUnavailable)
	fmt.Fprintln(w, "try again")
	w.Header().Add("Retry-After", fmt.Sprint(retry))
}
