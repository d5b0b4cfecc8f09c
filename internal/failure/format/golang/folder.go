package golang

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// folders gives the files of tests their folders: go test prints base names only. What
// the packages of a run have in common is about the module's path, and the rest of a
// package's path ends in its folder.
type folders struct {
	root  []string // parts of the path that all packages share
	first string
	known bool // there are two packages at least
	names []string
}

// full returns the whole path of a package from what follows the module's path; the
// name as it is if none, or several, of the packages end so.
func (d *folders) full(name string) string {
	found := name
	for _, whole := range d.names {
		if strings.HasSuffix(whole, "/"+name) {
			if found != name {
				return name
			}
			found = whole
		}
	}
	return found
}

// maxParts bounds how much of a path is compared.
const maxParts = 32

func (d *folders) add(pkg string) {
	if len(d.names) < maxPackages && !slices.Contains(d.names, pkg) {
		d.names = append(d.names, pkg)
	}
	parts := strings.SplitN(pkg, "/", maxParts)
	switch {
	case d.first == "":
		d.first, d.root = pkg, parts
		return
	case pkg == d.first:
		return
	}
	d.known = true
	n := 0
	for n < len(parts) && n < len(d.root) && parts[n] == d.root[n] {
		n++
	}
	d.root = d.root[:n]
}

// hosts are where the path of a repository, and mostly of its module, has three parts.
var hosts = []string{"github.com/", "gitlab.com/", "bitbucket.org/"}

// majorVersion is the part of a module's path that names its major version. It is no
// folder where the module lies at the root of its repository, as nearly all do.
var majorVersion = regexp.MustCompile(`^v([2-9]|[1-9][0-9]+)$`)

// folder returns the folder of a package, slash-separated and with a slash at its end;
// "" for the module's own folder, and where it can't be told.
func (d *folders) folder(pkg string) string {
	root := d.root
	if !d.known {
		root = nil
	}
	for _, host := range hosts {
		if parts := strings.SplitN(pkg, "/", 5); strings.HasPrefix(pkg, host) && len(parts) > 3 {
			root = parts[:3]
			if majorVersion.MatchString(parts[3]) {
				root = parts[:4]
			}
		}
	}
	if len(root) > 0 && strings.Join(root, "/") == pkg {
		return ""
	}
	if len(root) == 0 {
		return ""
	}
	rest, ok := strings.CutPrefix(pkg, strings.Join(root, "/")+"/")
	if !ok {
		return ""
	}
	return rest + "/"
}

// place completes the files of findings.
func (d *folders) place(findings []format.Finding) {
	for i := range findings {
		f := &findings[i]
		if f.File != "" && !strings.ContainsAny(f.File, `/\`) && f.Kind != format.Build {
			f.File = d.folder(f.Package) + f.File
		}
	}
}
