package snapshot

import "testing"

func TestSaveGauges(t *testing.T) {
	if _, err := Save(State{Gauges: map[string]Gauge{"BER": Fixed{1.5}}}); err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
}
