package web

import (
	"net/http/httptest"
	"testing"
)

func TestStatus_content_type(t *testing.T) {
	rec := httptest.NewRecorder()
	Status(14)(rec, httptest.NewRequest("GET", "/status", nil))
	if got, want := rec.Result().Header.Get("Content-Type"), "application/json"; got != want {
		t.Errorf("Content-Type = %q, want %q", got, want)
	}
}
