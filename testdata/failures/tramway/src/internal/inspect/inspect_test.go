package inspect

import "testing"

func TestCheck_right_zone(t *testing.T) {
	err := Check("A", "A")
	if err != nil {
		t.Errorf("Check(A, A) error = %v, wantErr false", err)
	}
}
