package retry

import "testing"

func TestDeclinedCardIsNotTriedAgain(t *testing.T) {
	calls := 0
	_ = Charge("4000000000000002", func(string) error {
		calls++
		return ErrDeclined
	})
	if calls != 1 {
		t.Errorf("the bank was called %d times, want 1", calls)
	}
}
