package lines

import "testing"

func TestStops(t *testing.T) {
	for line, want := range map[string]int{"7": 3, "N1": 3} {
		t.Run(line, func(t *testing.T) {
			stops, err := Stops(line)
			if err != nil {
				t.Fatalf("Stops() error = %v", err)
			}
			if len(stops) != want {
				t.Errorf("Stops() = %q, want %d stops", stops, want)
			}
		})
	}
}
