package channel

import "testing"

func TestBareCode(t *testing.T) {
	if got := Bare("HH_HNZ"); got != "HNZ" {
		t.Fatalf("expected HNZ but it is %s", got)
	}
}
