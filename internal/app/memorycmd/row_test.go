package memorycmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// A row says where a record comes from, in a line that fits, whatever is in it.
func TestRow(t *testing.T) {
	long := strings.Repeat("日本", 200)
	for name, test := range map[string]struct {
		change func(*memory.Record)
		want   string
	}{
		"whole":    {func(*memory.Record) {}, "66b43f06  2026-03-04  verified active      acme/app by ann: check the length in Alpha"},
		"no actor": {func(r *memory.Record) { r.Origin.Actor = "" }, "acme/app: check the length in Alpha"},
		"long": {func(r *memory.Record) {
			r.Origin.Repo, r.Origin.Actor, r.Fix.Description, r.Status = long, long, long, memory.Quarantined
		}, "verified quarantined 日本"},
		"lines": {func(r *memory.Record) {
			r.Fix.Description, r.Origin.Actor = " \na\rb\nSigned-off-by: x", "::error::x\r\nz"
		}, "acme/app by ::error::x z: a b"},
	} {
		got := row(memorytest.New("acme", "Alpha", test.change))
		if strings.Contains(got, "Signed") {
			t.Errorf("%s: %q", name, got)
		}
		if n := utf8.RuneCountInString(got); n > rowWidth || strings.Contains(got, "\n") {
			t.Errorf("%s: %d columns: %q", name, n, got)
		}
		if _, tail, _ := strings.Cut(test.want, "  "); !strings.Contains(got, tail) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
