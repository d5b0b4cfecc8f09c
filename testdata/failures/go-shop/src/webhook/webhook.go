// Package webhook takes what the payment service sends.
package webhook

import "encoding/json"

// Amount reads the amount from an event.
func Amount(event []byte) int {
	var fields map[string]any
	if json.Unmarshal(event, &fields) != nil {
		return 0
	}
	return fields["amount"].(int)
}
