package failure

import (
	"path"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// path returns the slash-separated path of a file, relative to the checkout where
// it lies inside. A relative path that leaves the checkout gives "".
func (m *merger) path(file string) string {
	if !strings.ContainsAny(file, `/\`) {
		return file
	}
	file = strings.TrimPrefix(format.Slash(strings.TrimSpace(file)), "file://")
	if file == "" || strings.HasPrefix(file, "<") {
		return file
	}
	file = path.Clean(file)
	if root := format.Slash(m.o.Root); root != "" {
		if rest, ok := strings.CutPrefix(file, strings.TrimSuffix(root, "/")+"/"); ok {
			return rest
		}
	}
	if rest, ok := inRunner(file); ok {
		return rest
	}
	if file == ".." || strings.HasPrefix(file, "../") {
		return ""
	}
	return file
}

// testName returns the name of a test; where it begins with an absolute path, as a
// node id may, that becomes relative.
func (m *merger) testName(name string) string {
	if !strings.HasPrefix(name, "/") {
		return name
	}
	file, rest, ok := strings.Cut(name, "::")
	if !ok {
		return name
	}
	return m.path(file) + "::" + rest
}

// runnerRoots are the folders under which CI runners check out "repo/repo".
var runnerRoots = []string{"/home/runner/work/", "/Users/runner/work/", "/__w/", "/_work/", "/runner/_work/", "/a/"}

// inRunner returns the part of a path that lies inside of a CI runner's checkout.
func inRunner(file string) (string, bool) {
	if rest, ok := strings.CutPrefix(file, "/github/workspace/"); ok {
		return rest, true
	}
	if i := strings.Index(file, "/travis/build/"); i >= 0 {
		if parts := strings.SplitN(file[i+len("/travis/build/"):], "/", 3); len(parts) == 3 {
			return parts[2], true
		}
	}
	for _, root := range runnerRoots {
		i := strings.Index(file, root)
		if i < 0 || root == "/a/" && i != 2 {
			continue
		}
		parts := strings.SplitN(file[i+len(root):], "/", 3)
		if len(parts) == 3 && parts[0] == parts[1] {
			return parts[2], true
		}
	}
	return "", false
}
