package miniseed

import "testing"

func TestValidateAcceptsLongHeader(t *testing.T) {
	if err := Validate([]byte("000001D BERGEN")); err != nil {
		t.Fatalf("record refused: %s", err)
	}
}
