package checkout

import "testing"

func TestTotalWithoutVoucher(t *testing.T) {
	if got := (Order{Cents: 1999}).Total(); got != 1999 {
		t.Errorf("Total() = %d, want 1999", got)
	}
}
