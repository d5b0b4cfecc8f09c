// Package weather asks whether the rails will be icy.
package weather

import (
	"encoding/json"
	"net/http"
)

type answer struct {
	Frost bool
	Wind  *wind // may be missing when the mast is off
}

type wind struct{ Speed float64 }

func ask(c *http.Client, addr string) (a answer, err error) {
	resp, err := c.Get(addr)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	return a, json.NewDecoder(resp.Body).Decode(&a)
}

// Frost asks the service whether there will be frost, and says no when it cannot be asked.
func Frost(c *http.Client, addr string) bool {
	a, err := ask(c, addr)
	return err == nil && a.Frost
}

// Storm says whether the wind is too strong for the bridge.
func Storm(c *http.Client, addr string) bool {
	a, err := ask(c, addr)
	return err == nil && a.Wind.Speed > 24
}
