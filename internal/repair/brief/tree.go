package brief

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// tree lists folders with how many files they have, and the files beside the failures.
func (v *view) tree(limit int) (string, string) {
	count := map[string]int{}
	near := map[string]bool{}
	for _, g := range v.groups {
		near[path.Dir(g.first.File)] = true
	}
	for _, p := range v.paths {
		count[path.Dir(p)]++
	}
	var sb strings.Builder
	const few = 60
	for _, p := range v.paths {
		if len(v.paths) <= few || near[path.Dir(p)] || path.Dir(p) == "." {
			sb.WriteString(oneLine(p, 200) + "\n")
		}
	}
	if len(v.paths) > few {
		writeFolders(&sb, count)
	}
	return part{name: "map of the files", tag: "tree", text: v.clean(sb.String())}.render(limit)
}

// writeFolders lists folders by name with the number of files in each.
func writeFolders(sb *strings.Builder, count map[string]int) {
	for _, dir := range slices.Sorted(maps.Keys(count)) {
		if dir != "." {
			fmt.Fprintf(sb, "%s/ (%d files)\n", oneLine(dir, 200), count[dir])
		}
	}
}
