package mail

import (
	"strings"
	"testing"
)

func TestConfirm(t *testing.T) {
	if got := Confirm(1999); got != "You paid 19.99 EUR" {
		t.Errorf("Confirm = %q", got)
	}
}

func TestShort(t *testing.T) {
	for _, text := range []string{"Schöne Grüße", strings.Repeat("ü", MaxSMS)} {
		if !Short(text) {
			t.Errorf("Short(%.20q) = false, want true", text)
		}
	}
}
