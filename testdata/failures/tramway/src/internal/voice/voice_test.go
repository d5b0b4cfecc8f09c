package voice

import "testing"

func TestNext(t *testing.T) {
	if got, want := Next("Cafe\u0301"), "Next stop: Caf\u00e9"; got != want {
		t.Errorf("Next() = %q, want %q", got, want)
	}
}
