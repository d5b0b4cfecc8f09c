package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const feed = `{"sku": "L-7", "unit_price": 1250}`

func TestDecodeSupplierFeed(t *testing.T) {
	var p Product
	if err := json.Unmarshal([]byte(feed), &p); err != nil {
		t.Fatal(err)
	}
	if p.UnitPrice != 1250 {
		t.Errorf("unit price after decoding = %d, want 1250", p.UnitPrice)
	}
}

func TestCreateProduct(t *testing.T) {
	w := httptest.NewRecorder()
	Create(w, httptest.NewRequest("POST", "/products", strings.NewReader(feed)))
	if w.Code != http.StatusCreated {
		t.Errorf("POST /products: status = %d, want 201", w.Code)
	}
	if got := w.Result().Header.Get("Location"); got != "/products/L-7" {
		t.Errorf("POST /products: Location = %q, want %q", got, "/products/L-7")
	}
}
