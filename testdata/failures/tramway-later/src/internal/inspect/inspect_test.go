package inspect

import "testing"

func TestFines_of_a_ride(t *testing.T) {
	fines := Fines("A", []string{"A", "A", "B"})
	if len(fines) != 1 || fines[0] != "offence 12 in zone B" {
		t.Errorf("Fines() = %q, want that of zone B", fines)
	}
}
