package webhook

import "testing"

func TestAmountOfPayment(t *testing.T) {
	if got := Amount([]byte(`{"amount": 1999}`)); got != 1999 {
		t.Errorf("Amount = %d, want 1999", got)
	}
}
