package lines

import "testing"

func TestStops(t *testing.T) {
	stops, err := Stops("7")
	if err != nil {
		t.Fatalf("Stops() error = %v", err)
	}
	if len(stops) != 3 {
		t.Errorf("Stops() = %q, want 3 stops", stops)
	}
}
