// Package weather asks whether the rails will be icy.
package weather

import (
	"encoding/json"
	"net/http"
)

// Frost asks the service whether there will be frost, and says no when it cannot be asked.
func Frost(c *http.Client, addr string) bool {
	resp, err := c.Get(addr)
	defer resp.Body.Close()
	if err != nil {
		return false
	}
	var answer struct{ Frost bool }
	json.NewDecoder(resp.Body).Decode(&answer)
	return answer.Frost
}
