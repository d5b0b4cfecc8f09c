package query

import (
	"testing"
	"time"
)

func TestCentreReadsStartTime(t *testing.T) {
	at := time.Date(2026, 2, 14, 3, 20, 0, 0, time.FixedZone("", 3600))
	req, err := Since("http://127.0.0.1", at)
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	read, err := time.Parse(time.RFC3339, req.FormValue("starttime"))
	if err != nil {
		t.Fatalf("the centre cannot read it: %s", err)
	}
	if !read.Equal(at) {
		t.Fatalf("the centre reads %s", read)
	}
}
