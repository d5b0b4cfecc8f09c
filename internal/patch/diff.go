package patch

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/regreen/regreen/internal/patch/linediff"
)

const (
	// contextLines is how many unchanged lines stand before and after a change:
	// git's own number.
	contextLines = 3
	// sniffed is how far git looks for a zero byte, which makes a file binary.
	sniffed = 8000
	// shortID is how many digits of a blob id git prints at least.
	shortID = 7
	// maxSection is how much of the enclosing function's first line git prints.
	maxSection = 80
)

// Diff returns the patch that leads from before to after, with its files sorted by
// path. A path that has no Content, or a nil one, is absent. Renames are not
// looked for: a renamed file is one that went and one that came. A mode is
// compared only where both sides have one.
func Diff(before, after map[string]*Content) Patch {
	all := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(all)
	p := Patch{}
	for _, path := range slices.Compact(all) {
		if f, changed := diffFile(path, before[path], after[path]); changed {
			p.files = append(p.files, f)
		}
	}
	return p
}

// diffFile compares one file; it reports whether there is any change.
func diffFile(path string, from, to *Content) (File, bool) {
	f := File{}
	var old, now Content
	if from != nil {
		f.Old, old = path, *from
	}
	if to != nil {
		f.New, now = path, *to
	}
	f.OldMode, f.NewMode = bothModes(from, to)
	if (from == nil) == (to == nil) && bytes.Equal(old.Data, now.Data) && f.OldMode == f.NewMode {
		return File{}, false
	}
	f.oldID, f.newID = blobID(from), blobID(to)
	if isBinary(old.Data) || isBinary(now.Data) {
		f.Binary = true
		f.forward, f.reverse = literal(now.Data), literal(old.Data)
		return f, true
	}
	f.oldID, f.newID = f.oldID[:shortID], f.newID[:shortID]
	if bytes.Equal(old.Data, now.Data) && from != nil && to != nil {
		f.oldID, f.newID = "", "" // git prints no ids for a change of mode alone
	}
	f.Hunks = diffLines(Lines(string(old.Data)), Lines(string(now.Data)))
	return f, true
}

// bothModes returns the modes as git keeps them. A file that is on both sides and
// whose mode only one of them has kept its mode.
func bothModes(from, to *Content) (fromMode, toMode fs.FileMode) {
	switch {
	case from == nil && to == nil:
		return 0, 0
	case from == nil:
		return 0, kept(to.Mode)
	case to == nil:
		return kept(from.Mode), 0
	case from.Mode == 0:
		return kept(to.Mode), kept(to.Mode)
	case to.Mode == 0:
		return kept(from.Mode), kept(from.Mode)
	}
	return kept(from.Mode), kept(to.Mode)
}

// isBinary decides as git does.
func isBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), sniffed)], 0) >= 0
}

// blobID returns git's name for the content in a SHA-1 repository; zeros for none.
// It tells a reader and git apply --3way which text was changed, no more.
func blobID(c *Content) string {
	if c == nil {
		return strings.Repeat("0", 2*sha1.Size)
	}
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(c.Data))
	h.Write(c.Data)
	return hex.EncodeToString(h.Sum(nil))
}

// MadeFor reports whether the patch names data, by its blob id, as the content that
// it changes. Most ids are shortened to seven digits, which is enough to tell the
// states of one file apart.
func (f File) MadeFor(data []byte) bool {
	return len(f.oldID) >= shortID && strings.HasPrefix(blobID(&Content{Data: data}), f.oldID)
}

// literal packs the whole content, as git does where there is no short way to say
// what changed.
func literal(data []byte) *gitdiff.BinaryFragment {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(data) // neither can fail on a buffer
	z.Close()
	return &gitdiff.BinaryFragment{
		Method:  gitdiff.BinaryPatchLiteral,
		Size:    int64(len(data)),
		RawData: packed.Bytes(),
	}
}

// Lines splits a text after each newline, which stays with its line; "" has none.
func Lines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// diffLines groups the edits into hunks: edits whose context would touch share one.
func diffLines(from, to []string) []Hunk {
	var hunks []Hunk
	edits := linediff.Diff(from, to)
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].Start-edits[n-1].End <= 2*contextLines {
			n++
		}
		hunks = append(hunks, newHunk(from, to, edits[:n]))
		edits = edits[n:]
	}
	return hunks
}

func newHunk(from, to []string, edits []linediff.Edit) Hunk {
	first, last := edits[0], edits[len(edits)-1]
	start := max(0, first.Start-contextLines)
	end := min(len(from), last.End+contextLines)
	h := Hunk{OldStart: start + 1, NewStart: first.NewStart - (first.Start - start) + 1, Section: section(from[:start])}
	at := start
	for _, e := range edits {
		h.append(Keep, from[at:e.Start])
		h.append(Remove, from[e.Start:e.End])
		h.append(Add, to[e.NewStart:e.NewEnd])
		at = e.End
	}
	h.append(Keep, from[at:end])
	// A side without lines is counted from the line before, in git's format.
	if len(h.Old()) == 0 {
		h.OldStart--
	}
	if len(h.New()) == 0 {
		h.NewStart--
	}
	return h
}

func (h *Hunk) append(op Op, lines []string) {
	for _, l := range lines {
		h.Lines = append(h.Lines, Line{Op: op, Text: l})
	}
}

// section returns the last line that starts like a declaration: with a letter, an
// underscore or a dollar sign in the first column, as git decides by default.
func section(above []string) string {
	for _, l := range slices.Backward(above) {
		c := l[0] | 0x20
		if 'a' <= c && c <= 'z' || l[0] == '_' || l[0] == '$' {
			return strings.TrimSpace(strings.ToValidUTF8(l[:min(len(l), maxSection)], ""))
		}
	}
	return ""
}
