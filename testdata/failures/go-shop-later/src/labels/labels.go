// Package labels has the words of the shop in some languages.
package labels

import "fmt"

// Words are the formats by their keys.
type Words map[string]string

// German are the German ones.
func German() Words {
	return Words{"left": "noch %d auf Lager", "price": "%d,%02d €"}
}

// Left says how many there are.
func (w Words) Left(count string) string { return fmt.Sprintf(w["left"], count) }
