// Package web is what the control room's browser asks.
package web

import (
	"encoding/json"
	"net/http"
)

func reply(w http.ResponseWriter, status int, v any) {
	w.WriteHeader(status)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(v)
}

// Status answers how many trams are out.
func Status(out int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusOK, map[string]int{"out": out})
	}
}

// Depot answers which trams are in, and that it cannot be reached when there is no answer.
func Depot(in func() ([]int, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		trams, err := in()
		if err != nil {
			reply(w, http.StatusBadGateway, map[string]string{"error": err.Error()})
			return
		}
		reply(w, http.StatusOK, trams)
	}
}
