package csvline

import "testing"

func TestFormatOfRemark(t *testing.T) {
	if got := Format([]string{"A-100", "blue; scratched"}); got != "A-100;\"blue; scratched\"\n" {
		t.Errorf("Format = %q, want %q", got, "A-100;\"blue; scratched\"\n")
	}
}
