package driver

import (
	"errors"
	"strings"
)

// ErrName is for names that cannot be.
var ErrName = errors.New("bad name")

// Initials of a name.
func Initials(name string) (string, error) {
	if name == "" {
		return "", ErrName
	}
	parts := strings.Fields(name)
	first := parts[0]
	return name[:1], nil
}
