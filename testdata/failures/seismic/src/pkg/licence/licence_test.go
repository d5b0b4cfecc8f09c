package licence

import (
	"testing"
	"time"
)

func mustTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatalf("mustTime: %s", err)
	}
	return at
}

func TestMemberMayRead(t *testing.T) {
	l := License{Member: "Univ. of Bergen", NotAfter: mustTime(t, "2026-06-30")}
	if err := l.Check(); err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
}
