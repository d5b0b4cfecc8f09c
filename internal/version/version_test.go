package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	built := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	dirty := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for name, tc := range map[string]struct {
		linked string
		info   *debug.BuildInfo
		want   string
	}{
		"linked":       {"v1.2.3", built("v9.9.9"), "v1.2.3"},
		"module":       {"", built("v1.0.0"), "v1.0.0"},
		"commit":       {"", built("(devel)", commit), "dev-0123456789ab"},
		"dirty commit": {"", built("(devel)", dirty, commit), "dev-0123456789ab-dirty"},
		"nothing":      {"", built("(devel)"), "dev"},
		"no info":      {"", nil, "dev"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := resolve(tc.linked, tc.info); got != tc.want {
				t.Errorf("resolve = %q, want %q", got, tc.want)
			}
		})
	}
}

func TestUserAgent(t *testing.T) {
	if got := UserAgent(); !strings.HasPrefix(got, "regreen/") || strings.ContainsAny(got, " \n") {
		t.Errorf("UserAgent() = %q", got)
	}
}
