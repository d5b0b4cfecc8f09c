// Package search finds articles by what customers type.
package search

import "strings"

// Best is the first article whose name has the words.
func Best(names []string, words string) string {
	var found []string
	for _, name := range names {
		if strings.Contains(strings.ToLower(name), strings.ToLower(words)) {
			found = append(found, name)
		}
	}
	return found[0]
}
