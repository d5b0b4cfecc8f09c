package reviews

import "testing"

func TestLatestOfNone(t *testing.T) {
	if got := Latest(nil); got != "" {
		t.Errorf("Latest = %q", got)
	}
}
