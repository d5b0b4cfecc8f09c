package fdsn

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestBusyServiceSaysWhenToRetry(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { NoData(w, 60) }))
	defer s.Close()
	r, err := http.Get(s.URL)
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	defer r.Body.Close()
	if _, ok := r.Header["Retry-After"]; !ok {
		t.Fatalf("expected a Retry-After header, there are only %d others", len(r.Header))
	}
}
