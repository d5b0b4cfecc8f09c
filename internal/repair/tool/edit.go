package tool

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/workspace"
)

// Limits of one apply_edit call: a repair is small, and what is larger than this is
// a rewrite or a mistake.
const (
	maxEdits    = 50
	maxFileSize = 1 << 20
)

type edit struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// editState is what the edits have done to the files since the start.
type editState struct {
	before map[string][]byte // nil value: the file was not there
	after  map[string][]byte
	seen   map[string]int // state hash → how often the files were in that state
	turned int            // how often an edit went back to an earlier state
}

func newEditState() editState {
	s := editState{before: map[string][]byte{}, after: map[string][]byte{}, seen: map[string]int{}}
	s.seen[s.hash()] = 1
	return s
}

// hash identifies the content of all touched files; files as they were at the
// start do not count.
func (s *editState) hash() string {
	h := sha256.New()
	for _, p := range slices.Sorted(maps.Keys(s.after)) {
		if !same(s.before[p], s.after[p]) {
			fmt.Fprintf(h, "%q %d\n", p, len(s.after[p]))
			h.Write(s.after[p])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// Changes is the difference between the files at the start and as they are now.
func (b *Box) Changes() patch.Patch {
	before, after := map[string]*patch.Content{}, map[string]*patch.Content{}
	for p, data := range b.edits.after {
		before[p], after[p] = content(b.edits.before[p]), content(data)
	}
	return patch.Diff(before, after)
}

// Circles counts the edits that took the files back to a state that they were
// in before.
func (b *Box) Circles() int { return b.edits.turned }

func (b *Box) applyEdit(_ context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Edits []edit `json:"edits"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	switch {
	case !b.delivered:
		return gated(ErrMemoryGate, "Call %s, then edit.", SearchMemory), nil
	case b.frozen != "":
		return refuse("no more edits: %s", b.frozen), nil
	case len(a.Edits) == 0:
		return refuse("edits is empty: nothing was changed."), nil
	case len(a.Edits) > maxEdits:
		return refuse("%d edits in one call; at most %d are allowed.", len(a.Edits), maxEdits), nil
	}
	proposed := map[string][]byte{}
	var notes []string
	for i, e := range a.Edits {
		note, bad := b.prepare(proposed, e)
		if bad != "" {
			return refuse("edit %d of %d: %s\nNo file was changed.", i+1, len(a.Edits), bad), nil
		}
		notes = append(notes, note)
	}
	if bad := b.judge(proposed); bad != "" {
		return refuse("%s\nNo file was changed.", bad), nil
	}
	if bad, err := b.write(proposed); err != nil || bad != "" {
		return refuse("%s\nNo file was changed.", bad), err
	}
	return Result{Output: "ok\n" + strings.Join(notes, "\n") + b.settle()}, nil
}

// prepare works out one edit on top of proposed, without touching the disk.
func (b *Box) prepare(proposed map[string][]byte, e edit) (note, bad string) {
	path, bad := cleanPath(e.Path)
	if bad != "" {
		return "", bad
	}
	if v := b.cfg.Policy.CheckPath(path); v != nil {
		return "", refusal(*v)
	}
	cur, ok := proposed[path]
	if !ok {
		data, err := b.cfg.Files.Read(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Sprintf("%q cannot be read: %v", path, err)
		}
		cur = data
	}
	next, note, bad := replace(path, cur, e)
	if bad != "" {
		return "", bad
	}
	proposed[path] = next
	return note, ""
}

// replace applies one edit to a file's content; cur is nil for an absent file.
func replace(path string, cur []byte, e edit) (next []byte, note, bad string) {
	if e.Old == "" {
		if len(cur) > 0 {
			return nil, "", fmt.Sprintf("%q is there already (%d lines); an empty old makes a new file. Give the text to replace.", path, lines(string(cur)))
		}
		return []byte(e.New), fmt.Sprintf("%s: made, %d lines", path, lines(e.New)), ""
	}
	if cur == nil {
		return nil, "", fmt.Sprintf("there is no file %q; an empty old makes one.", path)
	}
	if bytes.IndexByte(cur, 0) >= 0 || len(cur) > maxFileSize {
		return nil, "", fmt.Sprintf("%q is binary or larger than %d bytes and cannot be edited.", path, maxFileSize)
	}
	text := string(cur)
	old, repl := endings(text, e.Old), endings(text, e.New)
	if old == repl {
		return nil, "", fmt.Sprintf("old and new are the same text in %q.", path)
	}
	switch n := strings.Count(text, old); {
	case n == 0:
		return nil, "", nearest(path, text, e.Old)
	case n > 1:
		return nil, "", fmt.Sprintf("old occurs %d times in %q, at lines %s. Give more lines around it so that it occurs once.", n, path, places(text, old))
	}
	at := strings.Index(text, old)
	first := 1 + strings.Count(text[:at], "\n")
	note = fmt.Sprintf("%s: lines %d-%d are now lines %d-%d", path, first, first+strings.Count(old, "\n"), first, first+strings.Count(repl, "\n"))
	return []byte(text[:at] + repl + text[at+len(old):]), note, ""
}

// endings gives s the line endings of text, so that an edit written with \n fits a
// file with \r\n and leaves no mixed file behind (P14).
func endings(text, s string) string {
	if !strings.Contains(text, "\r\n") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}

// judge asks the policy about all that would then differ from the start, by hunk.
func (b *Box) judge(proposed map[string][]byte) string {
	before, after := map[string]*patch.Content{}, map[string]*patch.Content{}
	for p, data := range b.edits.after {
		before[p], after[p] = content(b.edits.before[p]), content(data)
	}
	for p, data := range proposed {
		if _, ok := before[p]; !ok {
			before[p] = content(b.original(p))
		}
		after[p] = content(data)
	}
	read := func(p string) ([]byte, bool) {
		if c := before[p]; c != nil {
			return c.Data, true
		}
		return nil, false
	}
	if broken := b.cfg.Policy.Check(patch.Diff(before, after), read); len(broken) > 0 {
		return refusal(broken[0])
	}
	return ""
}

func content(data []byte) *patch.Content {
	if data == nil {
		return nil
	}
	return &patch.Content{Data: data}
}

func refusal(v patch.Violation) string {
	return fmt.Sprintf("the policy forbids this change: %s. Mend the cause elsewhere.", v)
}

// original is the content on disk of a file that no edit has touched yet.
func (b *Box) original(path string) []byte {
	data, err := b.cfg.Files.Read(path)
	if err != nil {
		return nil
	}
	if data == nil {
		data = []byte{}
	}
	return data
}

// write puts the proposed files on disk, all or none. A path that the checkout
// refuses is the model's mistake; another error is one of the disk.
func (b *Box) write(proposed map[string][]byte) (bad string, err error) {
	before := map[string][]byte{}
	for _, p := range slices.Sorted(maps.Keys(proposed)) {
		before[p] = b.original(p)
		if err = b.cfg.Files.Write(p, proposed[p]); err != nil {
			delete(before, p)
			if isMistake(err) {
				bad, err = fmt.Sprintf("%q cannot be written: %v", p, err), nil
			}
			return bad, errors.Join(err, b.undo(before))
		}
	}
	for p, data := range proposed {
		if _, ok := b.edits.before[p]; !ok {
			b.edits.before[p] = before[p]
		}
		b.edits.after[p] = data
	}
	return "", nil
}

func (b *Box) undo(before map[string][]byte) error {
	var errs []error
	for p, data := range before {
		if data == nil {
			errs = append(errs, b.cfg.Files.Remove(p))
		} else {
			errs = append(errs, b.cfg.Files.Write(p, data))
		}
	}
	return errors.Join(errs...)
}

// isMistake reports whether an error is about the path that the model chose.
func isMistake(err error) bool {
	for _, target := range []error{workspace.ErrOutside, workspace.ErrGitPath, workspace.ErrSymlink, workspace.ErrSubmodule, workspace.ErrIgnored, workspace.ErrBadPath} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// settle closes the confirmed-fix gate after an edit, and says so if the files
// are back in a state that they were in before.
func (b *Box) settle() string {
	b.tests.confirmed, b.tests.tested = "", false
	h := b.edits.hash()
	b.edits.seen[h]++
	if b.edits.seen[h] > 1 {
		b.edits.turned++
		return "\nnote: the files are now as they were at an earlier point of this session; this way was tried."
	}
	return ""
}
