// Package query asks other data centres.
package query

import (
	"net/http"
	"strings"
	"time"
)

// Since is the request for the events after a moment.
func Since(centre string, at time.Time) (*http.Request, error) {
	var b strings.Builder
	b.WriteString(centre)
	b.WriteString("/event/1/query?starttime=")
	b.WriteString(at.Format(time.RFC3339))
	return http.NewRequest(http.MethodGet, b.String(), nil)
}
