package routes

import (
	"net/http/httptest"
	"testing"
)

func TestListOfStations(t *testing.T) {
	rec := httptest.NewRecorder()
	Mux().ServeHTTP(rec, httptest.NewRequest("GET", "/stations", nil))
	if rec.Code != 200 {
		t.Fatalf("expected status 200 but it is %d", rec.Code)
	}
}
