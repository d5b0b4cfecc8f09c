// Package patch is a unified diff as a value: its files and hunks, how it is
// parsed, printed, made from two states of a tree and applied, and the policy
// that says what a repair may touch. It reads and writes no file and starts no
// program; callers hand in text.
package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Patch is a change to some files. The zero value changes nothing. A Patch is
// never modified after it was made, so it may be copied and shared.
type Patch struct {
	files []File
}

// File is the change to one file. Paths are slash-separated, relative to the root
// of the tree and without the a/ and b/ prefixes.
type File struct {
	Old     string      // "" for a new file
	New     string      // "" for a deleted file
	OldMode fs.FileMode // 0 where the patch does not say; a submodule has fs.ModeIrregular
	NewMode fs.FileMode // 0 where the patch does not say
	Copy    bool        // New is made from Old, and Old stays
	Binary  bool        // the change is not one of lines; Hunks is empty
	Hunks   []Hunk      // in order of position; empty for a change of name or mode alone

	oldID, newID     string // of the blobs, as far as the patch gives them
	forward, reverse *gitdiff.BinaryFragment
}

// Hunk is a group of changed lines and the lines around them.
type Hunk struct {
	OldStart int    // number of its first old line, from 1; with no old lines, that of the line before
	NewStart int    // the same on the new side
	Section  string // what follows the second @@, often the enclosing function; may be ""
	Lines    []Line
}

// Line is one line of a hunk. Text ends with its line terminator, which may be
// "\r\n"; without "\n" the line is the last of a file that does not end in one.
type Line struct {
	Op   Op
	Text string
}

// Op says what a patch does to a line.
type Op byte

// The ways of a patch with a line.
const (
	Keep   Op = ' '
	Add    Op = '+'
	Remove Op = '-'
)

// Content is a file in a tree. Mode holds the permission bits, of which git keeps
// only whether the owner may execute, and fs.ModeSymlink; 0 means an ordinary
// file of unknown permissions.
type Content struct {
	Data []byte
	Mode fs.FileMode
}

// New returns the patch of the given files, as they stand.
func New(files ...File) Patch { return Patch{files: slices.Clone(files)} }

// Path returns the path that the file has after the change, or had before it was
// deleted.
func (f File) Path() string {
	if f.New != "" {
		return f.New
	}
	return f.Old
}

// Old returns the lines that the hunk expects: what it keeps and what it removes.
func (h Hunk) Old() []string { return h.side(Add) }

// New returns the lines that the hunk leaves: what it keeps and what it adds.
func (h Hunk) New() []string { return h.side(Remove) }

func (h Hunk) side(without Op) []string {
	lines := make([]string, 0, len(h.Lines))
	for _, l := range h.Lines {
		if l.Op != without {
			lines = append(lines, l.Text)
		}
	}
	return lines
}

// Files returns the changes, in the order of the patch. The slice is the
// caller's; what it points to is shared and must not be modified.
func (p Patch) Files() []File { return slices.Clone(p.files) }

// Empty reports whether the patch changes nothing.
func (p Patch) Empty() bool { return len(p.files) == 0 }

// Paths returns every path that the patch touches, both names of a renamed file
// among them, sorted and each once.
func (p Patch) Paths() []string {
	var paths []string
	for _, f := range p.files {
		for _, path := range []string{f.Old, f.New} {
			if path != "" {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Stat counts changed files, added lines and removed lines. A binary file counts
// no line.
func (p Patch) Stat() (files, added, removed int) {
	for _, f := range p.files {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				switch l.Op {
				case Add:
					added++
				case Remove:
					removed++
				}
			}
		}
	}
	return len(p.files), added, removed
}

// Hash identifies the patch by what it changes: the SHA-256, in hex, of its text
// without blob ids, line numbers and section names, so that a fix that merely
// moved along a file keeps its hash. The empty patch has one too.
func (p Patch) Hash() string {
	w := writer{bare: true}
	for _, f := range p.files {
		w.file(f)
	}
	sum := sha256.Sum256([]byte(w.String()))
	return hex.EncodeToString(sum[:])
}

// Equal reports whether p and q print the same.
func (p Patch) Equal(q Patch) bool { return p.String() == q.String() }

// encoded is the JSON form of a patch that is not valid UTF-8, which a JSON
// string would silently change.
type encoded struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON encodes the patch as a string, its text; one that is not valid
// UTF-8 becomes an object with the member base64.
func (p Patch) MarshalJSON() ([]byte, error) {
	text := p.String()
	if utf8.ValidString(text) {
		return json.Marshal(text)
	}
	return json.Marshal(encoded{Base64: []byte(text)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Patch) UnmarshalJSON(data []byte) error {
	var text string
	if strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		var e encoded
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("patch: %w", err)
		}
		text = string(e.Base64)
	} else if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("patch: %w", err)
	}
	parsed, err := Parse(text)
	if err != nil {
		return err
	}
	*p = parsed
	return nil
}
