// Package export writes lists for the accountants.
package export

import (
	"strings"

	"example.com/shop/csvline"
)

// Table is a table as text.
func Table(title string, rows [][]string) string {
	var b strings.Builder
	b.WriteString(csvline.quote(title) + "\n")
	for _, r := range rows {
		b.WriteString(csvline.Format(r))
	}
	return b.String()
}
