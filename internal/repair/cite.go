package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

// citations lists the memories that reached the model, and says how much of each is
// in the patch.
func (s *session) citations() []Citation {
	var out []Citation
	for _, m := range s.box.Shown() {
		out = append(out, Citation{ID: m.Record.ID, Score: m.Score, MatchedBy: m.MatchedBy, How: reuse(m.Record.Fix, s.att.Patch)})
	}
	return out
}

// reuse says in words what of a remembered fix is in a patch.
func reuse(fix memory.Fix, p patch.Patch) string {
	remembered, err := patch.Parse(fix.Patch)
	if err == nil && !remembered.Empty() {
		mine := added(p)
		theirs := added(remembered)
		same := 0
		for line := range theirs {
			if mine[line] {
				same++
			}
		}
		if same > 0 {
			return fmt.Sprintf("shown to the model, whose patch has %d of its %d added lines", same, len(theirs))
		}
	}
	if slices.ContainsFunc(p.Paths(), func(path string) bool { return slices.Contains(fix.Paths, path) }) {
		return "shown to the model, whose patch changes the same files"
	}
	return "shown to the model as background"
}

// added are the lines that a patch adds, without the white space around them; lines
// too short to tell anything do not count.
func added(p patch.Patch) map[string]bool {
	const telling = 4
	out := map[string]bool{}
	for _, f := range p.Files() {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if text := strings.TrimSpace(l.Text); l.Op == patch.Add && len(text) >= telling {
					out[text] = true
				}
			}
		}
	}
	return out
}
