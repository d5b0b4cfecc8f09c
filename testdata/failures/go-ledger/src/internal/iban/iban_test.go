package iban

import "testing"

func TestCheck(t *testing.T) {
	if Check("DE02") == nil {
		t.Error("accepted")
	}
}
