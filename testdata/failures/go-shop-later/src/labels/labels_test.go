package labels

import "testing"

func TestLeft(t *testing.T) {
	if got := German().Left("12"); got != "noch 12 auf Lager" {
		t.Errorf("Left = %q, want %q", got, "noch 12 auf Lager")
	}
}
