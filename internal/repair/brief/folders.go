package brief

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// writeFolders lists folders by name with the number of files in each.
func writeFolders(sb *strings.Builder, count map[string]int) {
	for _, dir := range slices.Sorted(maps.Keys(count)) {
		if dir != "." {
			fmt.Fprintf(sb, "%s/ (%d files)\n", oneLine(dir, 200), count[dir])
		}
	}
}
