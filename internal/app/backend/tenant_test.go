package backend

import (
	"testing"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
)

// An owner is one tenant however the name is spelt; a name by hand is what it is.
func TestTenantOf(t *testing.T) {
	for _, test := range []struct{ hand, workflow, remote, want string }{
		{"", "", "", "local"},
		{"", "Acme", "other", "acme"},
		{"", "", "ACME", "acme"},
		{"Acme", "Acme", "acme", "Acme"},
	} {
		e := cli.Env{Getenv: func(name string) string { return map[string]string{"GITHUB_REPOSITORY_OWNER": test.workflow}[name] }}
		if got := TenantOf(e, options.Place{Tenant: test.hand}, test.remote); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
