package julday

import "testing"

func TestEndOfMarch(t *testing.T) {
	day, err := Parse("089")
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	if day != 89 {
		t.Fatalf("expected 89 but it is %d", day)
	}
}
