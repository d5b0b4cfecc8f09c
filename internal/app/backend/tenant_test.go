package backend

import (
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// An owner is one tenant however the name is spelt; a name by hand is what it is.
func TestTenantOf(t *testing.T) {
	for _, test := range []struct{ hand, workflow, remote, want, former string }{
		{"", "", "", "local", ""},
		{"", "Acme", "other", "acme", "Acme"},
		{"", "", "ACME", "acme", "ACME"},
		{"", "", "acme", "acme", ""},
		{"Acme", "Acme", "acme", "Acme", ""},
	} {
		e := cli.Env{Getenv: func(name string) string { return map[string]string{"GITHUB_REPOSITORY_OWNER": test.workflow}[name] }}
		if got := TenantOf(e, options.Place{Tenant: test.hand}, test.remote); got != (Tenant{test.want, test.former}) {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// What an earlier version stored for the owner is found by the clone that spells the name
// so, and what is stored now by every clone.
func TestOwnerInAnySpelling(t *testing.T) {
	dir := t.TempDir()
	e := cli.Env{Now: time.Now, Getenv: func(string) string { return "" }}
	at := func(owner string) memory.Store {
		s, err := Open(t.Context(), e, options.Place{Memory: "dir:" + dir}, Access{Tenant: TenantOf(e, options.Place{}, owner)})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before, now := memorytest.New("Acme", "Before"), memorytest.New("acme", "Now")
	for _, r := range []memory.Record{before, now} {
		if err := at("").Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for owner, want := range map[string]int{"Acme": 2, "acme": 1, "ACME": 1} {
		n := 0
		err := memory.Each(t.Context(), at(owner), Owned(owner).Name, func(memory.Record) error { n++; return nil })
		if n != want || err != nil {
			t.Errorf("%s: %d records, %v, want %d", owner, n, err, want)
		}
	}
	if w := Warnings(at("Acme")); len(w) > 0 {
		t.Error(w)
	}
}
