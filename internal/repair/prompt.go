package repair

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/regreen/regreen/internal/repair/tool"
)

// block is one part of the first message.
type block struct {
	name string // as it is called when it was cut
	text string
	max  int  // bytes that it may have at most
	rows bool // may be cut after any line; else it is left out as a whole
}

// firstMessage tells the model what is wrong, in at most tokens: the most useful
// first, with what was cut named.
func firstMessage(ctx context.Context, t Task, tokens int) (string, error) {
	v, err := newView(ctx, t)
	if err != nil {
		return "", err
	}
	left := tokens*bytesPerToken - maxCutNote
	var sb strings.Builder
	var cut []string
	for _, b := range v.blocks() {
		text, note := b.fit(left)
		sb.WriteString(text)
		left -= len(text)
		if note != "" {
			cut = append(cut, note)
		}
	}
	if len(cut) > 0 {
		sb.WriteString(clip("Cut for room: "+strings.Join(cut, "; "), maxCutNote-20) + ".\n")
	}
	return sb.String(), nil
}

// maxCutNote is the room for naming what was cut, in bytes.
const maxCutNote = 600

// fit returns as much of the block as fits, and what was cut in words.
func (b block) fit(left int) (text, cut string) {
	limit := min(left, b.max)
	switch {
	case b.text == "":
		return "", ""
	case len(b.text) <= limit:
		return b.text, ""
	case !b.rows:
		return "", b.name
	}
	at := strings.LastIndexByte(b.text[:max(limit, 0)], '\n') + 1
	return b.text[:at], fmt.Sprintf("%s (%d of %d lines shown)", b.name, strings.Count(b.text[:at], "\n"), strings.Count(b.text, "\n"))
}

// mark puts outside text between marks that the text itself cannot close: the key
// is made from the text.
func mark(name, attrs, text string) string {
	sum := sha256.Sum256([]byte(text))
	key := hex.EncodeToString(sum[:4])
	if attrs != "" {
		attrs = " " + attrs
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return fmt.Sprintf("<%s%s key=%q>\n%s</%s key=%q>\n", name, attrs, key, text, name, key)
}

// view is what the first message is made from.
type view struct {
	task  Task
	paths []string
	has   map[string]bool
}

func newView(ctx context.Context, t Task) (*view, error) {
	paths, err := t.Files.Paths(ctx)
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	v := &view{task: t, paths: paths, has: map[string]bool{}}
	for _, p := range paths {
		v.has[p] = true
	}
	return v, nil
}

// read returns a file's text as the model may see it; false if there is none.
func (v *view) read(path string) (string, bool) {
	data, err := v.task.Files.Read(path)
	if err != nil || errors.Is(err, fs.ErrNotExist) || strings.IndexByte(string(data), 0) >= 0 {
		return "", false
	}
	return v.task.Clean(string(data)), true
}

// Sizes of the parts of the first message, in bytes. Together they are more than
// the message may have; the earlier ones have it first.
const (
	maxFailures = 8_000
	maxMemory   = 7_000
	maxEarlier  = 4_000
	maxPassing  = 1_500
	maxTree     = 2_000
)

func (v *view) blocks() []block {
	return []block{
		{"failures", v.failures(), maxFailures, true},
		{"memories", v.memories(), maxMemory, true},
		{"earlier attempts", v.earlier(), maxEarlier, true},
		{"passing tests", v.passing(), maxPassing, true},
		{"files", v.tree(), maxTree, true},
	}
}

func (v *view) failures() string {
	var sb strings.Builder
	for _, f := range v.task.Report.Failures {
		fmt.Fprintf(&sb, "%s %s %s:%d %s\n%s\n", f.Package, f.Test, f.File, f.Line, f.ErrorType, f.Message)
	}
	return mark("failure", "", v.task.Clean(sb.String()))
}

func (v *view) memories() string { return v.task.Clean(tool.Show(v.task.Matches, maxMemory)) }

func (v *view) earlier() string { return "" }

func (v *view) passing() string { return "" }

func (v *view) tree() string {
	return mark("tree", "", v.task.Clean(strings.Join(v.paths, "\n")))
}
