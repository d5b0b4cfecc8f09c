package feed

import "encoding/json"

// Alert is a disturbance; the apps show one of level 0 as over.
type Alert struct {
	Line  string `json:"line"`
	Level int    `json:"level,omitempty"`
	Text  string `json:"text,omitempty"`
}

// Over is the alert that ends those of a line.
func Over(line string) ([]byte, error) { return json.Marshal(Alert{Line: line}) }
