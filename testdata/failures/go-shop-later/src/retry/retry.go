// Package retry tries again what may work later.
package retry

import (
	"errors"
	"fmt"
)

// ErrDeclined is for cards that the bank declines for good.
var ErrDeclined = errors.New("declined")

// Charge calls the bank up to three times, unless it declines.
func Charge(card string, bank func(card string) error) error {
	var err error
	for range 3 {
		if err = once(card, bank); err == nil || errors.Is(err, ErrDeclined) {
			return err
		}
	}
	return fmt.Errorf("charge: gave up: %w", err)
}

func once(card string, bank func(card string) error) error {
	if err := bank(card); err != nil {
		return fmt.Errorf("card ending in %s: %s", card[len(card)-4:], err)
	}
	return nil
}
