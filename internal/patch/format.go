package patch

import (
	"fmt"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// String returns the patch as git prints it, with the prefixes a/ and b/; "" for
// the empty patch. Parse reads it back as the same patch, and git apply takes it.
func (p Patch) String() string {
	w := writer{}
	for _, f := range p.files {
		w.file(f)
	}
	return w.String()
}

// writer prints files. A bare one leaves out what does not belong to the change
// itself: blob ids, line numbers, section names.
type writer struct {
	strings.Builder
	bare bool
}

func (w *writer) file(f File) {
	from, to := f.Old, f.New
	if from == "" {
		from = to
	}
	if to == "" {
		to = from
	}
	fmt.Fprintf(w, "diff --git %s %s\n", quote("a/"+from), quote("b/"+to))
	w.modes(f)
	w.names(f)
	w.ids(f)
	if f.Binary {
		w.binary(f, from, to)
	}
	if len(f.Hunks) == 0 {
		return
	}
	w.side("--- ", "a/", f.Old)
	w.side("+++ ", "b/", f.New)
	for _, h := range f.Hunks {
		w.hunk(h)
	}
}

// modes prints the lines about modes. A file that is there on both sides with one
// mode has it on the line of the ids.
func (w *writer) modes(f File) {
	switch {
	case f.Old == "":
		fmt.Fprintf(w, "new file mode %o\n", gitMode(f.NewMode))
	case f.New == "":
		fmt.Fprintf(w, "deleted file mode %o\n", gitMode(f.OldMode))
	case f.OldMode == 0 && f.NewMode != 0:
		fmt.Fprintf(w, "new mode %o\n", gitMode(f.NewMode))
	case f.OldMode != f.NewMode:
		fmt.Fprintf(w, "old mode %o\nnew mode %o\n", gitMode(f.OldMode), gitMode(f.NewMode))
	}
}

func (w *writer) names(f File) {
	switch {
	case f.Copy:
		fmt.Fprintf(w, "copy from %s\ncopy to %s\n", quote(f.Old), quote(f.New))
	case f.Old != "" && f.New != "" && f.Old != f.New:
		fmt.Fprintf(w, "rename from %s\nrename to %s\n", quote(f.Old), quote(f.New))
	}
}

func (w *writer) ids(f File) {
	if w.bare || f.oldID == "" || f.newID == "" {
		return
	}
	fmt.Fprintf(w, "index %s..%s", f.oldID, f.newID)
	if f.Old != "" && f.New != "" && f.OldMode == f.NewMode && f.OldMode != 0 {
		fmt.Fprintf(w, " %o", gitMode(f.OldMode))
	}
	w.WriteByte('\n')
}

func (w *writer) binary(f File, from, to string) {
	if f.forward == nil {
		fmt.Fprintf(w, "Binary files %s and %s differ\n", quote("a/"+from), quote("b/"+to))
		return
	}
	w.WriteString("GIT binary patch\n")
	for _, b := range []*gitdiff.BinaryFragment{f.forward, f.reverse} {
		if b != nil {
			w.WriteString(b.String())
		}
	}
}

// side prints the name of one side. A name with a blank gets a tab after it, as
// git does, so that tools do not take what follows the blank for a date.
func (w *writer) side(mark, prefix, path string) {
	w.WriteString(mark)
	if path == "" {
		w.WriteString(noFile + "\n")
		return
	}
	w.WriteString(quote(prefix + path))
	if strings.ContainsRune(path, ' ') {
		w.WriteByte('\t')
	}
	w.WriteByte('\n')
}

func (w *writer) hunk(h Hunk) {
	if w.bare {
		w.WriteString("@@\n")
	} else {
		fmt.Fprintf(w, "@@ -%s +%s @@", span(h.OldStart, len(h.Old())), span(h.NewStart, len(h.New())))
		if h.Section != "" {
			w.WriteString(" " + h.Section)
		}
		w.WriteByte('\n')
	}
	for _, l := range h.Lines {
		w.WriteByte(byte(l.Op))
		w.WriteString(l.Text)
		if !strings.HasSuffix(l.Text, "\n") {
			w.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span prints one side's range; git leaves out a count of one.
func span(start, count int) string {
	if count == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, count)
}

// quote prints a path as git does: as it is, or in double quotes with the unusual
// bytes escaped. A backslash is written in octal, because the parser takes the
// one before a closing quote for the escape of that quote.
func quote(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		if c := path[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
