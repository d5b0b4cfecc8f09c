package weather

import (
	"errors"
	"net/http"
	"testing"
)

type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no route") }

func TestFrost_service_down(t *testing.T) {
	if got := Frost(&http.Client{Transport: broken{}}, "http://127.0.0.1/frost"); got {
		t.Errorf("Frost() = %v, want false", got)
	}
}
