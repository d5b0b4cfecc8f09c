package iban

import "fmt"

// Check says what is wrong with an IBAN.
func Check(s string) error {
	if len(s) < 15 {
		return fmt.Errorf("iban %q has %q characters", s, len(s) < 15)
	}
	return nil
}
