// Package relocate finds the place of a patch in sources that have changed since it
// was made: moved lines, edited surroundings, another indentation, another file,
// another repository. Where two places fit equally well it refuses to guess.
package relocate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/regreen/regreen/internal/patch"
)

var (
	// ErrAlreadyApplied says that the sources have the whole change already.
	ErrAlreadyApplied = errors.New("patch is already applied")
	// ErrAmbiguous says that more than one place fits.
	ErrAmbiguous = errors.New("more than one place fits the patch")
	// ErrNoPlace says that no place fits.
	ErrNoPlace = errors.New("no place fits the patch")
)

// How says how the place of a patch was found.
type How string

// The ways to find a place, from the surest to the least sure.
const (
	Exact     How = "exact"     // at its line, as it stands but for the kind of line ends
	Shifted   How = "shifted"   // the same lines, further up or down
	ThreeWay  How = "three-way" // merged by means of the text that the patch was made for
	Fuzzy     How = "fuzzy"     // lines around it, indentation or names differ
	Renamed   How = "renamed"   // the file has another name now
	Elsewhere How = "elsewhere" // its lines are in another place or file
)

var surest = []How{Exact, Shifted, ThreeWay, Fuzzy, Renamed, Elsewhere}

// Tree is the sources to relocate to. Paths are slash-separated and relative to the
// root.
type Tree interface {
	// Read returns the content of a file, and false where there is none.
	Read(path string) ([]byte, bool)
	// Paths returns the files that a patch may be about, in any order.
	Paths() []string
}

// Result is a patch that applies to the tree as it stands.
type Result struct {
	Patch  patch.Patch `json:"patch"`
	How    How         `json:"how"` // of its least sure file
	Placed []Placed    `json:"placed"`
}

// Placed says where the change of one file went.
type Placed struct {
	From string `json:"from"`
	To   string `json:"to"`
	How  How    `json:"how"`
}

// Onto relocates p to the tree. before holds the text of each file that p was made
// for, as far as it is known, and may be nil: with it, a place is found in files
// that changed much more. A file that has its change already is left out; if all
// have it, the error is ErrAlreadyApplied. The other errors are ErrAmbiguous and
// ErrNoPlace.
func Onto(t Tree, p patch.Patch, before map[string]string) (Result, error) {
	r := relocation{
		tree: t, before: before, alone: len(p.Files()) == 1,
		from: map[string]*patch.Content{}, to: map[string]*patch.Content{},
	}
	for _, f := range p.Files() {
		if err := r.file(f); err != nil && !errors.Is(err, ErrAlreadyApplied) {
			return Result{}, fmt.Errorf("%q: %w", f.Path(), err)
		}
	}
	change := patch.Diff(r.from, r.to)
	if change.Empty() {
		return Result{}, ErrAlreadyApplied
	}
	return Result{Patch: change, How: leastSure(r.placed), Placed: r.placed}, nil
}

func leastSure(placed []Placed) How {
	worst := 0
	for _, p := range placed {
		worst = max(worst, slices.Index(surest, p.How))
	}
	return surest[worst]
}

// relocation collects the files before and after. Changes that go to one file add
// up.
type relocation struct {
	tree     Tree
	alone    bool // the patch is about one file
	before   map[string]string
	from, to map[string]*patch.Content
	placed   []Placed
}

// read returns a file with the changes so far.
func (r *relocation) read(path string) (string, bool) {
	if c, ok := r.to[path]; ok {
		if c == nil {
			return "", false
		}
		return string(c.Data), true
	}
	data, ok := r.tree.Read(path)
	return string(data), ok
}

// write records a changed file; a nil content removes it.
func (r *relocation) write(path string, c *patch.Content) {
	if _, known := r.from[path]; !known {
		if data, ok := r.tree.Read(path); ok {
			r.from[path] = &patch.Content{Data: data}
		}
	}
	r.to[path] = c
}

func (r *relocation) file(f patch.File) error {
	switch {
	case f.Binary:
		return r.whole(f)
	case f.Old == "":
		return r.create(f)
	case f.New == "":
		return r.remove(f)
	}
	return r.change(f)
}

// whole takes a change that is not one of lines, as it stands or not at all.
func (r *relocation) whole(f patch.File) error {
	change, err := patch.New(f).Apply(func(path string) ([]byte, bool) {
		text, ok := r.read(path)
		return []byte(text), ok
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoPlace, err)
	}
	for path, c := range change {
		r.write(path, c)
	}
	r.placed = append(r.placed, Placed{f.Path(), f.Path(), Exact})
	return nil
}

func (r *relocation) create(f patch.File) error {
	var lines []string
	for _, h := range f.Hunks {
		lines = append(lines, h.New()...)
	}
	if there, ok := r.read(f.New); ok {
		if slices.Equal(keys(patch.Lines(there)), keys(lines)) {
			return ErrAlreadyApplied
		}
		return fmt.Errorf("%w: another file has that name", ErrNoPlace)
	}
	r.write(f.New, &patch.Content{Data: []byte(join(lines)), Mode: f.NewMode})
	r.placed = append(r.placed, Placed{f.New, f.New, Exact})
	return nil
}

func (r *relocation) remove(f patch.File) error {
	there, ok := r.read(f.Old)
	if !ok {
		return ErrAlreadyApplied
	}
	var lines []string
	for _, h := range f.Hunks {
		lines = append(lines, h.Old()...)
	}
	if !slices.Equal(keys(patch.Lines(there)), keys(lines)) {
		return fmt.Errorf("%w: the file to delete has changed", ErrNoPlace)
	}
	r.write(f.Old, nil)
	r.placed = append(r.placed, Placed{f.Old, f.Old, Exact})
	return nil
}

// change relocates a change of lines: in its own file, else in the file that looks
// like that one renamed, else wherever its lines are.
func (r *relocation) change(f patch.File) error {
	c := newChange(f, r.before)
	home, ok := r.read(f.Old)
	if !ok && f.Old != f.New {
		home, ok = r.read(f.New)
	}
	err := ErrNoPlace
	if ok {
		var merged string
		var how How
		if merged, how, err = c.into(home); err == nil {
			r.settle(f, merged, how)
			return nil
		}
		if errors.Is(err, ErrAmbiguous) || errors.Is(err, ErrAlreadyApplied) && !r.alone {
			return err
		}
	}
	found, searchErr := r.search(c, errors.Is(err, ErrAlreadyApplied))
	if errors.Is(searchErr, ErrNoPlace) {
		return err
	}
	if searchErr != nil {
		return searchErr
	}
	r.write(found.path, &patch.Content{Data: []byte(found.text)})
	r.placed = append(r.placed, Placed{f.Old, found.path, found.how})
	return nil
}

// settle records a change in the file's own place, with a new name or mode if the
// patch gives one.
func (r *relocation) settle(f patch.File, text string, how How) {
	c := &patch.Content{Data: []byte(text)}
	path := f.New
	if _, there := r.read(f.Old); there && f.Old != f.New && !f.Copy {
		r.write(f.Old, nil)
	}
	r.write(path, c)
	if from := r.from[path]; from != nil && f.OldMode != f.NewMode {
		from.Mode, c.Mode = f.OldMode, f.NewMode
	}
	r.placed = append(r.placed, Placed{f.Old, path, how})
}
