package repair

import (
	"errors"
	"fmt"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
)

// errOverlap says that two patches change the same file.
var errOverlap = errors.New("both change the same file")

// Candidate is a remembered patch in the place where it belongs now. Err says why
// there is none; then Relocated is zero.
type Candidate struct {
	Match     memory.Match
	Relocated relocate.Result
	Err       error
}

// Candidates relocates the patches of the matches to the tree, best match first,
// at most so many. A patch that comes out twice is given once.
func Candidates(ms []memory.Match, t relocate.Tree, limit int) []Candidate {
	var out []Candidate
	seen := map[string]bool{}
	for _, m := range ms {
		if len(out) == limit {
			break
		}
		c := Candidate{Match: m}
		p, err := patch.Parse(m.Record.Fix.Patch)
		if err == nil {
			c.Relocated, err = relocate.Onto(t, p, m.Record.Fix.Before)
		}
		c.Err = err
		if hash := c.Relocated.Patch.Hash(); err == nil && seen[hash] {
			continue
		} else if err == nil {
			seen[hash] = true
		}
		out = append(out, c)
	}
	return out
}

// Attempt is the candidate as an attempt. It costs no request.
func (c Candidate) Attempt() Attempt {
	r := c.Match.Record
	return Attempt{Kind: KindReplay, Patch: c.Relocated.Patch, Description: r.Fix.Description, RootCause: r.Fix.RootCause,
		Cited: []Citation{{ID: r.ID, Score: c.Match.Score, MatchedBy: c.Match.MatchedBy, How: string(c.Relocated.How)}}}
}

// Combine makes one patch of two that touch different files.
func Combine(a, b Candidate) (patch.Patch, error) {
	touched := map[string]bool{}
	for _, p := range a.Relocated.Patch.Paths() {
		touched[p] = true
	}
	for _, p := range b.Relocated.Patch.Paths() {
		if touched[p] {
			return patch.Patch{}, fmt.Errorf("%w: %q", errOverlap, p)
		}
	}
	return patch.Parse(a.Relocated.Patch.String() + b.Relocated.Patch.String())
}
