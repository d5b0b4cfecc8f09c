package patch

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// MaxBytes is the size of the largest text that Parse takes. A repair is some
// lines long; a text of this size is generated code or an accident, and parsing
// takes several times its size in memory.
const MaxBytes = 4 << 20

var (
	// ErrMalformed says that a text is not a patch that could be applied.
	ErrMalformed = errors.New("malformed patch")
	// ErrTooLarge says that a text is longer than MaxBytes.
	ErrTooLarge = errors.New("patch too large")
)

// noFile stands for an absent file in the header of a patch.
const noFile = "/dev/null"

// Parse reads a patch as git prints it with the prefixes a/ and b/, or a plain
// unified diff with or without them. Text before the first file and after the
// last hunk is skipped, and text without any file is the empty patch. The error
// is ErrMalformed, also for paths that are absolute or leave the tree and for a
// file that occurs twice, or ErrTooLarge.
func Parse(text string) (Patch, error) {
	if len(text) > MaxBytes {
		return Patch{}, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, len(text), MaxBytes)
	}
	parsed, _, err := gitdiff.Parse(strings.NewReader(text))
	if err != nil {
		return Patch{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	d := dialectOf(text)
	p := Patch{}
	for _, g := range parsed {
		f, err := d.convert(g)
		if err != nil {
			return Patch{}, fmt.Errorf("%w: %q: %w", ErrMalformed, f.Path(), err)
		}
		if f.changes() {
			p.files = append(p.files, f)
		}
	}
	if err := distinct(p.files); err != nil {
		return Patch{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return p, nil
}

// convert makes our file of a parsed one and checks it. The file is returned
// beside an error too, for its name.
func (d dialect) convert(g *gitdiff.File) (File, error) {
	f := File{
		Copy: g.IsCopy, Binary: g.IsBinary,
		oldID: g.OldOIDPrefix, newID: g.NewOIDPrefix,
		forward: g.BinaryFragment, reverse: g.ReverseBinaryFragment,
	}
	f.Old, f.New = d.names(g)
	if err := checkNames(f); err != nil {
		return f, err
	}
	if err := setModes(&f, g); err != nil {
		return f, err
	}
	for _, t := range g.TextFragments {
		f.Hunks = append(f.Hunks, convertHunk(t))
	}
	return f, checkHunks(f)
}

// dialect tells git's patches from the plain ones of diff -u.
type dialect int

const (
	git dialect = iota
	plain
)

// dialectOf looks for git's header line, which can't occur at the start of a line
// within a hunk.
func dialectOf(text string) dialect {
	const header = "diff --git "
	if strings.HasPrefix(text, header) || strings.Contains(text, "\n"+header) {
		return git
	}
	return plain
}

// names returns both paths, "" for an absent file. A plain diff comes with its
// prefixes still on, and may be without a line that says that a file is new.
func (d dialect) names(g *gitdiff.File) (from, to string) {
	from, to = g.OldName, g.NewName
	if g.IsNew || from == noFile {
		from = ""
	}
	if g.IsDelete || to == noFile {
		to = ""
	}
	if d == plain {
		return unprefixed(from), unprefixed(to)
	}
	return from, to
}

// unprefixed takes off either prefix: the parser keeps only one of the two names
// of a changed file.
func unprefixed(path string) string {
	for _, prefix := range []string{"a/", "b/"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			return rest
		}
	}
	return path
}

// changes reports whether anything is different after the change.
func (f File) changes() bool {
	return f.Old != f.New || f.OldMode != f.NewMode || f.Binary || len(f.Hunks) > 0
}

func checkNames(f File) error {
	if f.Old == "" && f.New == "" {
		return errors.New("no file name")
	}
	for _, path := range []string{f.Old, f.New} {
		if path != "" && !local(path) {
			return fmt.Errorf("path %q does not stay in the tree", path)
		}
	}
	return nil
}

// local reports whether path is a clean relative path that no part of leads
// upwards, and that every file system can hold.
func local(path string) bool {
	return path != "." && fs.ValidPath(path) && !strings.ContainsAny(path, "\x00\n\r")
}

// setModes converts the modes. Git names one mode alone, on the line of the blob
// ids, where it does not change.
func setModes(f *File, g *gitdiff.File) error {
	oldMode, newMode := g.OldMode, g.NewMode
	if newMode == 0 && f.New != "" && f.Old != "" {
		newMode = oldMode
	}
	var err error
	if f.OldMode, err = fromGitMode(uint32(oldMode)); err != nil {
		return err
	}
	f.NewMode, err = fromGitMode(uint32(newMode))
	return err
}

func convertHunk(t *gitdiff.TextFragment) Hunk {
	h := Hunk{OldStart: int(t.OldPosition), NewStart: int(t.NewPosition), Section: t.Comment}
	for _, l := range t.Lines {
		op := Keep
		switch l.Op {
		case gitdiff.OpAdd:
			op = Add
		case gitdiff.OpDelete:
			op = Remove
		}
		h.Lines = append(h.Lines, Line{Op: op, Text: l.Line})
	}
	return h
}

// checkHunks refuses hunks that are out of order, that overlap, or that do not
// fit a new or deleted file.
func checkHunks(f File) error {
	end := 0 // number of the last old line so far
	for i, h := range f.Hunks {
		n := len(h.Old())
		if h.OldStart < 0 || h.NewStart < 0 || (n > 0 && h.OldStart == 0) {
			return fmt.Errorf("hunk %d starts at line %d", i+1, h.OldStart)
		}
		if h.first() < end {
			return fmt.Errorf("hunk %d overlaps the one before it or is out of order", i+1)
		}
		end = h.first() + n
		if f.Old == "" && n > 0 || f.New == "" && len(h.New()) > 0 {
			return fmt.Errorf("hunk %d has lines of a file that is not there", i+1)
		}
		if !endsOnce(h.Old()) || !endsOnce(h.New()) {
			return fmt.Errorf("hunk %d goes on after the end of the file", i+1)
		}
	}
	return nil
}

// first returns the index, from 0, of the hunk's first old line, or of the line
// before which it inserts.
func (h Hunk) first() int {
	if len(h.Old()) == 0 {
		return h.OldStart
	}
	return h.OldStart - 1
}

// endsOnce reports whether no line but the last is without a newline.
func endsOnce(lines []string) bool {
	for i, l := range lines {
		if !strings.HasSuffix(l, "\n") && i < len(lines)-1 {
			return false
		}
	}
	return true
}

// distinct refuses a patch with two changes to one file: which comes first would
// matter.
func distinct(files []File) error {
	before, after := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if f.Old != "" && !f.Copy {
			if before[f.Old] {
				return fmt.Errorf("%q is changed twice", f.Old)
			}
			before[f.Old] = true
		}
		if f.New != "" {
			if after[f.New] {
				return fmt.Errorf("%q is written twice", f.New)
			}
			after[f.New] = true
		}
	}
	return nil
}
