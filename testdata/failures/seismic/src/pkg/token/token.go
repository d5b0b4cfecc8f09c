// Package token reads the tokens of members.
package token

import (
	"encoding/base64"
	"fmt"
)

// Decode is what a token carries.
func Decode(token string) ([]byte, error) {
	claims, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	return claims, nil
}
