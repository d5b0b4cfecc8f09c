// Package csvline writes lines of tables.
package csvline

import "strings"

// Format is one line.
func Format(fields []string) string { return strings.Join(fields, ";") + "\n" }

func quote(field string) string { return `"` + strings.ReplaceAll(field, `"`, `""`) + `"` }
