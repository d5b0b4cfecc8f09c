package web

import (
	"errors"
	"net/http/httptest"
	"testing"
)

func TestDepot_unreachable_is_not_cached(t *testing.T) {
	rec := httptest.NewRecorder()
	Depot(func() ([]int, error) { return nil, errors.New("no line") })(rec, httptest.NewRequest("GET", "/depot", nil))
	res := rec.Result()
	if res.StatusCode != 502 {
		t.Fatalf("status %d, want 502", res.StatusCode)
	}
	if got := res.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control = %q, want no-store", got)
	}
}
