package patch

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// maxBinary is the size of the largest binary file that Apply makes: a few bytes
// of a patch can unpack to gigabytes.
const maxBinary = 32 << 20

// ErrConflict says that a patch does not fit the files as they are.
var ErrConflict = errors.New("patch does not apply")

// Conflict says where a patch does not fit. It is an ErrConflict.
type Conflict struct {
	Path   string
	Line   int // in the file, from 1; 0 for the file as a whole
	Reason string
}

// Error names the place and the reason.
func (c *Conflict) Error() string {
	if c.Line == 0 {
		return fmt.Sprintf("%v: %q: %s", ErrConflict, c.Path, c.Reason)
	}
	return fmt.Sprintf("%v: %q, line %d: %s", ErrConflict, c.Path, c.Line, c.Reason)
}

// Is reports whether target is ErrConflict.
func (c *Conflict) Is(target error) bool { return target == ErrConflict }

// Apply returns what the patch makes of the files: their content, or nil for one
// that is gone. It is strict: each hunk must fit at its line, byte for byte; a new
// file must not be there, and a deleted one must be as the patch has it. read
// returns the content of a file, and false where there is none. A Mode of 0 means
// that the file keeps the one it has. The error is a *Conflict; then no part of
// the patch may be used.
func (p Patch) Apply(read func(path string) ([]byte, bool)) (map[string]*Content, error) {
	after := map[string]*Content{}
	for _, f := range p.files {
		if f.Old != "" && f.Old != f.New && !f.Copy {
			if _, written := after[f.Old]; !written {
				after[f.Old] = nil
			}
		}
		data, err := f.apply(read)
		if err != nil {
			return nil, err
		}
		if f.New != "" {
			after[f.New] = &Content{Data: data, Mode: f.NewMode}
		}
	}
	if err := p.checkTargets(read, after); err != nil {
		return nil, err
	}
	return after, nil
}

// checkTargets refuses to write over a file that the patch does not know of.
func (p Patch) checkTargets(read func(string) ([]byte, bool), after map[string]*Content) error {
	leaves := map[string]bool{}
	for _, f := range p.files {
		if f.Old != "" && !f.Copy {
			leaves[f.Old] = true
		}
	}
	for path, c := range after {
		if c == nil || leaves[path] {
			continue
		}
		if _, there := read(path); there {
			return &Conflict{Path: path, Reason: "the file is already there"}
		}
	}
	return nil
}

func (f File) apply(read func(string) ([]byte, bool)) ([]byte, error) {
	var old []byte
	if f.Old != "" {
		data, there := read(f.Old)
		if !there {
			return nil, &Conflict{Path: f.Old, Reason: "there is no such file"}
		}
		old = data
	}
	if f.Binary {
		return f.applyBinary(old)
	}
	return f.applyLines(old)
}

func (f File) applyLines(old []byte) ([]byte, error) {
	lines := Lines(string(old))
	var out strings.Builder
	at := 0
	for _, h := range f.Hunks {
		start, want := h.first(), h.Old()
		if start < at || start > len(lines) {
			return nil, &Conflict{Path: f.Path(), Line: start + 1, Reason: "the file has fewer lines"}
		}
		if n := commonPrefix(lines[start:], want); n < len(want) {
			return nil, &Conflict{Path: f.Path(), Line: start + n + 1, Reason: "the line is another one"}
		}
		writeLines(&out, lines[at:start])
		writeLines(&out, h.New())
		if start == len(lines) && len(want) == 0 && !wholeLines(lines) {
			return nil, &Conflict{Path: f.Path(), Line: start, Reason: "the last line has no newline"}
		}
		at = start + len(want)
		if at < len(lines) && !wholeLines(h.New()) {
			return nil, &Conflict{Path: f.Path(), Line: at + 1, Reason: "the file goes on where the patch ends it"}
		}
	}
	writeLines(&out, lines[at:])
	if f.New == "" && out.Len() > 0 {
		return nil, &Conflict{Path: f.Path(), Reason: "the file to delete has other content"}
	}
	return []byte(out.String()), nil
}

func (f File) applyBinary(old []byte) ([]byte, error) {
	if f.forward == nil {
		return nil, &Conflict{Path: f.Path(), Reason: "the patch does not hold the binary content"}
	}
	var out bytes.Buffer
	a := gitdiff.NewBinaryApplier(&out, bytes.NewReader(old), gitdiff.WithMaxBinaryFragmentBytes(maxBinary))
	if err := a.ApplyFragment(f.forward); err != nil {
		return nil, &Conflict{Path: f.Path(), Reason: err.Error()}
	}
	return out.Bytes(), nil
}

func commonPrefix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// wholeLines reports whether the last line ends with a newline.
func wholeLines(lines []string) bool {
	return len(lines) == 0 || strings.HasSuffix(lines[len(lines)-1], "\n")
}

func writeLines(w *strings.Builder, lines []string) {
	for _, l := range lines {
		w.WriteString(l)
	}
}
