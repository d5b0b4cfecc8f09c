package check

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// deniedMost is how many refused paths are named: they tend to be one folder's.
const deniedMost = 3

// denial is how tools and languages say that a file could not be written or read.
// A path stands beside it, in quotes or bare.
var (
	denial     = regexp.MustCompile(`(?i)permission denied|EACCES|AccessDenied|os error 13|Errno 13|Read-only file system`)
	deniedPath = regexp.MustCompile(`["'` + "`" + `\s(:=](/[^\s"'` + "`" + `:,)]+)`)
)

// denied lists the paths outside of the checkout that the output says were
// refused: with a sandbox it is the likely reason of a failure that is not CI's.
// The words are the tools' own, so it is a hint and never decides anything.
func denied(out []byte, root string) []string {
	var paths []string
	for line := range strings.Lines(string(out)) {
		if !denial.MatchString(line) {
			continue
		}
		for _, m := range deniedPath.FindAllStringSubmatch(line, -1) {
			path := filepath.Clean(m[1])
			if len(paths) < deniedMost && !within(path, root) && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}
