// Package web is what the control room's browser asks.
package web

import (
	"encoding/json"
	"net/http"
)

// Status answers how many trams are out.
func Status(out int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]int{"out": out})
	}
}
