package recall

import (
	"strings"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

// Sources reads a file of the checkout that failed, by its slash-separated path from the
// root; false where it has none.
type Sources func(path string) ([]byte, bool)

// Stands reports whether the fix of r is in the sources: of what it wrote most lines are
// there, or nothing of what it only took out. A fix of files that are gone does not
// stand. What fails where a remembered fix stands is another fault than the one it cured.
func Stands(r memory.Record, sources Sources) bool {
	p, err := patch.Parse(r.Fix.Patch)
	if err != nil {
		return false // it is of no use to a replay either
	}
	var wrote, taken tally
	for _, f := range p.Files() {
		data, ok := sources(f.Path())
		if !ok {
			return false
		}
		added, removed, now := lines(f, patch.Add), lines(f, patch.Remove), map[string]bool{}
		for line := range strings.Lines(string(data)) {
			now[strings.TrimSpace(line)] = true
		}
		wrote.count(added, removed, now)
		taken.count(removed, added, now)
	}
	if wrote.lines > 0 {
		return 2*wrote.there > wrote.lines
	}
	return taken.lines > 0 && taken.there == 0
}

// tally is how many lines of one side of a patch are in the sources.
type tally struct{ lines, there int }

func (t *tally) count(side, other, now map[string]bool) {
	for line := range side {
		if other[line] {
			continue
		}
		t.lines++
		if now[line] {
			t.there++
		}
	}
}

// minLine is how long a line must be to tell anything: a brace is everywhere.
const minLine = 4

// lines are those of f that op marks, without their indentation.
func lines(f patch.File, op patch.Op) map[string]bool {
	out := map[string]bool{}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if line := strings.TrimSpace(l.Text); l.Op == op && len(line) >= minLine {
				out[line] = true
			}
		}
	}
	return out
}
