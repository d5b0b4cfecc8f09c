// Package version says which regreen this is.
package version

import (
	"runtime/debug"
	"strings"
)

// version is set at link time: -ldflags "-X …/internal/version.version=v1.2.3".
var version string

// development stands for a build that knows no version.
const development = "dev"

// String returns the version: the one set at link time, else the module's version,
// else "dev" with the commit that it was built from, if that is known.
func String() string {
	info, _ := debug.ReadBuildInfo()
	return resolve(version, info)
}

// UserAgent is how the program names itself to the services that it calls.
func UserAgent() string { return "regreen/" + String() }

func resolve(linked string, info *debug.BuildInfo) string {
	if linked != "" {
		return linked
	}
	if info == nil {
		return development
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, dirty := vcs(info.Settings)
	if revision == "" {
		return development
	}
	return strings.TrimSuffix(development+"-"+revision+"-"+dirty, "-")
}

// shortRevision is how much of a commit is shown.
const shortRevision = 12

func vcs(settings []debug.BuildSetting) (revision, dirty string) {
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), shortRevision)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "dirty"
		}
	}
	return revision, dirty
}
