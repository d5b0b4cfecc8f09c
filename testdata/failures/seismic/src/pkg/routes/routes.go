// Package routes has the addresses of the API.
package routes

import "net/http"

// Mux routes what clients ask.
func Mux() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /stations/", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`["BER"]`))
	})
	return mux
}
