package repair

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
	"github.com/regreen/regreen/internal/recall"
)

// MaxReplays is how many remembered patches are tried on one failure: each costs a
// run of the tests, and what the fourth-best memory knows the first three do too.
const MaxReplays = 3

var (
	// ErrNotReplayable says that a record may be shown and not replayed: it is not
	// active, its patch was redacted or is missing, or it kept failing.
	ErrNotReplayable = errors.New("record may not be replayed")
	// ErrSamePatch says that an earlier candidate comes to the same patch.
	ErrSamePatch = errors.New("same patch as an earlier candidate")
	// ErrPolicy says that the relocated patch touches what it may not.
	ErrPolicy = errors.New("policy forbids the patch")
)

// Candidate is a remembered patch, relocated to the sources as they stand.
type Candidate struct {
	Match     memory.Match    `json:"match"`
	Relocated relocate.Result `json:"relocated"`
	Err       error           `json:"-"` // why it can't be tried, nil if it can
}

// Candidates relocates the patches of the matches, best first, to the tree, until
// limit of them can be tried; a limit of 0 means MaxReplays. Those that can't be tried
// are returned too, in their place and with the reason in Err: one of this package's
// errors, one of relocate's, or patch.ErrMalformed. A replay never proposes a change
// of tests, whatever the policy says.
func Candidates(matches []memory.Match, tree relocate.Tree, policy patch.Policy, limit int) []Candidate {
	if limit <= 0 {
		limit = MaxReplays
	}
	var all []Candidate
	seen := map[string]bool{}
	usable := 0
	for _, m := range matches {
		if usable == limit {
			break
		}
		c := Candidate{Match: m}
		c.Relocated, c.Err = relocated(m, tree, policy)
		if c.Err == nil && seen[c.Relocated.Patch.String()] {
			c.Err = ErrSamePatch
		}
		if c.Err == nil {
			seen[c.Relocated.Patch.String()] = true
			usable++
		}
		all = append(all, c)
	}
	return all
}

func relocated(m memory.Match, tree relocate.Tree, policy patch.Policy) (relocate.Result, error) {
	if !recall.Replayable(m) {
		return relocate.Result{}, ErrNotReplayable
	}
	p, err := patch.Parse(m.Record.Fix.Patch)
	if err != nil {
		return relocate.Result{}, err
	}
	found, err := relocate.Onto(tree, p, m.Record.Fix.Before)
	if err != nil {
		return relocate.Result{}, err
	}
	if broken := policy.Strict().Check(found.Patch, tree.Read); len(broken) > 0 {
		return found, fmt.Errorf("%w: %v", ErrPolicy, broken[0])
	}
	return found, nil
}

// Attempt returns the candidate as an attempt, which cites its record.
func (c Candidate) Attempt() Attempt {
	fix := c.Match.Record.Fix
	return Attempt{
		Kind:        KindReplay,
		Patch:       c.Relocated.Patch,
		Description: fix.Description,
		RootCause:   fix.RootCause,
		Cited: []Citation{{
			ID: c.Match.Record.ID, Score: c.Match.Score, MatchedBy: c.Match.MatchedBy, How: c.How(),
		}},
	}
}

// How says in words what became of the remembered patch: "its patch was replayed as
// it stands".
func (c Candidate) How() string {
	words := map[relocate.How]string{
		relocate.Exact:     "as it stands",
		relocate.Shifted:   "with shifted lines",
		relocate.ThreeWay:  "by a three-way merge",
		relocate.Fuzzy:     "with other names or lines around it",
		relocate.Renamed:   "in a renamed file",
		relocate.Elsewhere: "in another place",
	}
	var parts []string
	for _, p := range c.Relocated.Placed {
		part := words[p.How]
		if p.To != p.From {
			part += fmt.Sprintf(" (%s, was %s)", p.To, p.From)
		}
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return "its patch was replayed " + strings.Join(slices.Compact(parts), ", ")
}

// Combine returns one patch that makes both changes, each of which applies to the
// tree. A change that both make is made once. The error is relocate.ErrNoPlace or
// relocate.ErrAmbiguous when they are in each other's way.
func Combine(a, b patch.Patch, tree relocate.Tree) (patch.Patch, error) {
	first, err := a.Apply(tree.Read)
	if err != nil {
		return patch.Patch{}, fmt.Errorf("combine: %w", err)
	}
	after := overlay{tree, first}
	second, err := relocate.Onto(after, b, texts(b, tree))
	switch {
	case errors.Is(err, relocate.ErrAlreadyApplied):
		return a, nil
	case err != nil:
		return patch.Patch{}, fmt.Errorf("combine: %w", err)
	case !slices.Contains([]relocate.How{relocate.Exact, relocate.Shifted, relocate.ThreeWay}, second.How):
		return patch.Patch{}, fmt.Errorf("combine: %w", relocate.ErrNoPlace)
	}
	changed, err := second.Patch.Apply(after.Read)
	if err != nil {
		return patch.Patch{}, fmt.Errorf("combine: %w", err)
	}
	before := map[string]*patch.Content{}
	for path, c := range first {
		if _, again := changed[path]; !again {
			changed[path] = c
		}
	}
	for path := range changed {
		if data, there := tree.Read(path); there {
			before[path] = &patch.Content{Data: data}
		}
	}
	return patch.Diff(before, changed), nil
}

// texts returns the files that the patch is about, as the tree has them.
func texts(p patch.Patch, tree relocate.Tree) map[string]string {
	before := map[string]string{}
	for _, path := range p.Paths() {
		if data, there := tree.Read(path); there {
			before[path] = string(data)
		}
	}
	return before
}

// overlay is a tree with some files changed; nil content stands for a removed one.
type overlay struct {
	tree    relocate.Tree
	changed map[string]*patch.Content
}

func (o overlay) Read(path string) ([]byte, bool) {
	if c, ok := o.changed[path]; ok {
		if c == nil {
			return nil, false
		}
		return c.Data, true
	}
	return o.tree.Read(path)
}

func (o overlay) Paths() []string {
	var paths []string
	for _, path := range o.tree.Paths() {
		if _, ok := o.changed[path]; !ok {
			paths = append(paths, path)
		}
	}
	for path, c := range o.changed {
		if c != nil {
			paths = append(paths, path)
		}
	}
	return paths
}
