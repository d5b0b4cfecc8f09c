// Package webhook takes what the payment service sends.
package webhook

import "encoding/json"

// Amount reads the amount from an event.
func Amount(event []byte) int {
	var fields map[string]any
	if json.Unmarshal(event, &fields) != nil {
		return 0
	}
	amount, _ := fields["amount"].(float64)
	return int(amount)
}

// Payment reads the number of the payment from an event.
func Payment(event []byte) int64 {
	var fields map[string]any
	if json.Unmarshal(event, &fields) != nil {
		return 0
	}
	id, _ := fields["payment"].(float64)
	return int64(id)
}
