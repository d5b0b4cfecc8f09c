package pass

import (
	"testing"
	"time"
)

func TestSeason_Valid(t *testing.T) {
	s := Season{Holder: "R. Okafor", Until: time.Date(2026, time.January, 31, 0, 0, 0, 0, time.UTC)}
	if got := s.Valid(); got != true {
		t.Errorf("Valid() = %v, want true", got)
	}
}
