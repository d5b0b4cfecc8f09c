package weather

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no route") }

func TestFrost_service_down(t *testing.T) {
	if got := Frost(&http.Client{Transport: broken{}}, "http://127.0.0.1/frost"); got {
		t.Errorf("Frost() = %v, want false", got)
	}
}

func TestStorm_mast_down(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(`{"Frost": true}`))
	}))
	defer srv.Close()
	if got := Storm(srv.Client(), srv.URL); got {
		t.Errorf("Storm() = %v, want false", got)
	}
}
