// Package api serves the shop over HTTP.
package api

import (
	"encoding/json"
	"net/http"
)

// Product is an article as the suppliers send it.
type Product struct {
	SKU       string `json:"sku"`
	UnitPrice int    `json:"unit_price"`
}

// Create takes a new product and says where it is.
func Create(w http.ResponseWriter, r *http.Request) {
	var p Product
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Header().Set("Location", "/products/"+p.SKU)
	_ = json.NewEncoder(w).Encode(p)
}
