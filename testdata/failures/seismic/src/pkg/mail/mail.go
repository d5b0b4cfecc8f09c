// Package mail writes to subscribers.
package mail

import (
	"strings"
	"text/template"
)

// Notice is what a subscriber is told.
type Notice struct {
	Place string
	Mag   float64
}

var body = template.Must(template.New("body").Parse("M{{.Magnitude}} near {{.Place}}\n"))

// Body is the text of the mail.
func Body(n Notice) (string, error) {
	var b strings.Builder
	err := body.Execute(&b, n)
	return b.String(), err
}
