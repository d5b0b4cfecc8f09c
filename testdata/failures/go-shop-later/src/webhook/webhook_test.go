package webhook

import "testing"

func TestAmountOfPayment(t *testing.T) {
	if got := Amount([]byte(`{"amount": 1999}`)); got != 1999 {
		t.Errorf("Amount = %d, want 1999", got)
	}
}

func TestNumberOfPayment(t *testing.T) {
	if got := Payment([]byte(`{"payment": 9007199254740993, "amount": 1999}`)); got != 9007199254740993 {
		t.Errorf("Payment = %d, want 9007199254740993", got)
	}
}
