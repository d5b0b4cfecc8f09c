// Package brief writes the first message of a repair: the failures, the source
// around them, what the memory knows, and what else lets an able model answer with
// the edit at once. It is made within a budget of tokens, the most useful first, and
// it names what was cut. What comes from outside stands between marks that it
// cannot close.
package brief

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/repair/tool"
)

// Files is the part of the checkout that a brief needs.
type Files interface {
	// Read returns a file's content; an error that is fs.ErrNotExist if there is none.
	Read(path string) ([]byte, error)
	// Paths lists the files that are not ignored.
	Paths(ctx context.Context) ([]string, error)
}

// Input is what a brief is made from. Texts in it are outside text and may hold anything.
type Input struct {
	Report      failure.Report
	Description string
	Files       Files
	Matches     []memory.Match
	RecallNote  string
	Earlier     []Earlier
	Passing     []string
	Clean       func(string) string // strips and redacts; required
}

// Message is a brief. Cut names what was left out, in words; nil if nothing was.
type Message struct {
	Text string
	Cut  []string
}

// block is one part of the message. render returns it in at most limit bytes, and
// in words what it had to cut, "" if nothing. It may return nothing at all.
type block func(limit int) (text, cut string)

// Sizes of the parts, in bytes. Together they are more than a message may have:
// each takes what it needs, in this order, and the last takes what is left.
const (
	maxTask     = 1_000
	maxFailures = 7_000
	maxEarlier  = 4_000
	maxSource   = 9_000
	maxMemory   = 7_000
	maxTest     = 4_500
	maxPassing  = 1_200
	maxTree     = 1_500
	maxRelated  = 20_000
	maxCutNote  = 600
)

// First writes the message in at most size bytes.
func First(ctx context.Context, in Input, size int) (Message, error) {
	v, err := look(ctx, in)
	if err != nil {
		return Message{}, err
	}
	left := size - maxCutNote
	var sb strings.Builder
	var msg Message
	for _, b := range []struct {
		max    int
		render block
	}{
		{maxTask, v.task}, {maxFailures, v.failures}, {maxEarlier, v.earlier}, {maxSource, v.source}, {maxMemory, v.memories},
		{maxTest, v.test}, {maxPassing, v.passing}, {maxTree, v.tree}, {maxRelated, v.related},
	} {
		text, cut := b.render(min(b.max, left))
		sb.WriteString(text)
		left -= len(text)
		if cut != "" {
			msg.Cut = append(msg.Cut, cut)
		}
	}
	if len(msg.Cut) > 0 {
		sb.WriteString(clip("Left out for room: "+strings.Join(msg.Cut, "; "), maxCutNote-10) + ".\n")
	}
	msg.Text = sb.String()
	return msg, nil
}

// mark puts outside text between marks that the text cannot close: their key is
// made from the text itself, and long enough that no text with its own key is found.
func mark(name, attrs, text string) string {
	sum := sha256.Sum256([]byte(text))
	key := hex.EncodeToString(sum[:8])
	if attrs != "" {
		attrs += " "
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return fmt.Sprintf("<%s %skey=%q>\n%s</%s key=%q>\n", name, attrs, key, text, name, key)
}

// markRoom is what mark adds to a text, without its attributes.
const markRoom = 100

// fitLines cuts text after the last line that fits, and says how much of it is there.
func fitLines(name, text string, limit int) (kept, cut string) {
	if len(text) <= limit {
		return text, ""
	}
	at := strings.LastIndexByte(text[:max(limit, 0)], '\n') + 1
	return text[:at], fmt.Sprintf("%s (%d of %d lines shown)", name, strings.Count(text[:at], "\n"), strings.Count(text, "\n"))
}

// part is outside text that is cut after any line that still fits.
type part struct {
	name       string // as it is called when it was cut
	tag, attrs string // of its marks
	text       string
}

func (p part) render(limit int) (text, cut string) {
	if p.text == "" {
		return "", ""
	}
	kept, cut := fitLines(p.name, p.text, limit-markRoom-len(p.attrs))
	if kept == "" {
		return "", p.name
	}
	return mark(p.tag, p.attrs, kept), cut
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}

// oneLine makes outside text safe inside a line or an attribute of a mark.
func oneLine(s string, limit int) string {
	s = strings.Join(strings.Fields(s), " ")
	return clip(strings.NewReplacer("<", "‹", ">", "›", `"`, "'").Replace(s), limit)
}

func (v *view) task(limit int) (string, string) {
	var sb strings.Builder
	r := v.in.Report
	sb.WriteString("A build fails. Repair the source so that the failing tests pass and the passing ones stay.\n")
	if v.in.Description != "" {
		fmt.Fprintf(&sb, "where: %s\n", v.clean(oneLine(v.in.Description, 300)))
	}
	if r.Command != "" {
		fmt.Fprintf(&sb, "command: %s\n", v.clean(oneLine(r.Command, 300)))
	}
	if r.ExitCode != nil {
		fmt.Fprintf(&sb, "exit code: %d\n", *r.ExitCode)
	}
	if c := r.Counts; c.Failed != nil && c.Passed != nil {
		fmt.Fprintf(&sb, "tests: %d failed, %d passed\n", *c.Failed, *c.Passed)
	}
	return sb.String(), ""
}

// memories shows what the memory answered, also that it knows nothing: the gate is
// open in any case.
func (v *view) memories(limit int) (string, string) {
	note := ""
	if v.in.RecallNote != "" {
		note = "note on the memory search: " + v.clean(oneLine(v.in.RecallNote, 300)) + "\n"
	}
	if len(v.in.Matches) == 0 {
		return note + "The shared memory was searched and has no match.\n", ""
	}
	head := note + "The shared memory was searched; records of other sessions, as background:\n"
	text := tool.Show(v.in.Matches, limit-len(head), v.in.Clean)
	if len(head)+len(text) > limit {
		return "", "memories"
	}
	return head + text, ""
}

func (v *view) passing(limit int) (string, string) {
	if len(v.in.Passing) == 0 {
		return "", ""
	}
	var sb strings.Builder
	for _, t := range v.in.Passing {
		sb.WriteString(oneLine(t, 200) + "\n")
	}
	return part{name: "tests that pass today", tag: "passing", text: v.clean(sb.String())}.render(limit)
}

// Earlier is an attempt on this failure that did not hold, for the next one to
// learn from.
type Earlier struct {
	Kind    string `json:"kind"`
	Model   string `json:"model,omitempty"`
	Patch   string `json:"patch,omitempty"` // unified diff; "" if it changed nothing
	Verdict string `json:"verdict"`         // why it did not hold, in words
	Learnt  string `json:"learnt,omitempty"`

	Failures []failure.Failure `json:"failures,omitempty"` // with its patch; nil if it was not run
}

// maxAfter bounds the failures that are shown of an earlier attempt.
const maxAfter = 3

// earlier shows the attempts, the latest first: the same idea is not to be tried again.
func (v *view) earlier(limit int) (string, string) {
	var sb strings.Builder
	for i := len(v.in.Earlier) - 1; i >= 0; i-- {
		e := v.in.Earlier[i]
		fmt.Fprintf(&sb, "attempt %d (%s) did not hold: %s\n", i+1, oneLine(e.Kind, 40), oneLine(e.Verdict, 600))
		if e.Patch != "" {
			sb.WriteString("its patch:\n" + clip(e.Patch, 1_500) + "\n")
		}
		for _, f := range e.Failures[:min(len(e.Failures), maxAfter)] {
			fmt.Fprintf(&sb, "with it, %s fails: %s\n", oneLine(name(f), 200), oneLine(f.Message, 400))
		}
		if e.Learnt != "" {
			sb.WriteString("what it learnt:\n" + clip(e.Learnt, 1_200) + "\n")
		}
	}
	return part{name: "earlier attempts", tag: "earlier", text: v.clean(sb.String())}.render(limit)
}
