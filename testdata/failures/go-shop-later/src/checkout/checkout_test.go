package checkout

import "testing"

func TestTotalWithoutVoucher(t *testing.T) {
	if got := (Order{Cents: 1999}).Total(); got != 1999 {
		t.Errorf("Total() = %d, want 1999", got)
	}
}

func TestTotalWithVoucher(t *testing.T) {
	if got := (Order{Cents: 1980, Voucher: &Voucher{Percent: 50}}).Total(); got != 990 {
		t.Errorf("Total() = %d, want 990", got)
	}
}
