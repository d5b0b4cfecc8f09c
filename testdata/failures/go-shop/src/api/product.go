// Package api serves the shop over HTTP.
package api

import (
	"encoding/json"
	"net/http"
)

// Product is an article as the suppliers send it.
type Product struct {
	SKU       string `json:"sku"`
	UnitPrice int    `json:"unitPrice"`
}

// Create takes a new product.
func Create(w http.ResponseWriter, r *http.Request) {
	var p Product
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(p)
}
