// Package export writes lists for the accountants.
package export

import (
	"strings"

	"example.com/shop/csvline"
)

// Table is a table as text.
func Table(rows [][]string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(csvline.Join(r))
	}
	return b.String()
}
