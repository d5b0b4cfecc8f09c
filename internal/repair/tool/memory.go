package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/regreen/regreen/internal/memory"
)

// Limits of the memory tools.
const (
	maxTopK        = 10
	maxQuery       = 2_000 // bytes; the embedding reads some 100 words anyway
	maxMemoryPatch = 4_000 // bytes of one remembered patch
	maxField       = 1_000 // bytes of any other field of a memory
)

func (b *Box) searchMemory(ctx context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Query     string  `json:"query"`
		ErrorType *string `json:"error_type"`
		TopK      int     `json:"top_k"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	if strings.TrimSpace(a.Query) == "" {
		return refuse("the query is empty; give the error message or what you look for."), nil
	}
	if b.cfg.Memories == nil {
		b.Deliver()
		return Result{Output: "the memory is off in this run: go on without it."}, nil
	}
	kind := ""
	if a.ErrorType != nil {
		kind = *a.ErrorType
	}
	matches, err := b.cfg.Memories.Search(ctx, clip(a.Query, maxQuery), kind, min(max(a.TopK, 1), maxTopK))
	if err != nil {
		if ctx.Err() != nil {
			return Result{}, err
		}
		b.Deliver() // a broken memory degrades the run and does not end it
		return Result{Output: "the memory does not answer: go on without it."}, nil
	}
	b.Deliver(matches...)
	return Result{Output: Show(matches, b.allowance, b.cfg.Clean), ready: true}, nil
}

// Show prints matches for a model, best first, as data between <memory> marks, in
// about limit bytes; it names what it left out. Each field is cleaned before it is
// put between the marks.
func Show(matches []memory.Match, limit int, clean func(string) string) string {
	if len(matches) == 0 {
		return "the memory has no match."
	}
	var sb strings.Builder
	for i, m := range matches {
		one := showOne(m, maxMemoryPatch, clean)
		if sb.Len()+len(one) > limit {
			one = showOne(m, 0, clean)
		}
		if sb.Len()+len(one) > limit && i > 0 {
			fmt.Fprintf(&sb, "[%d more matches left out]\n", len(matches)-i)
			break
		}
		sb.WriteString(one)
	}
	return sb.String()
}

// showOne prints one match; a patchLimit of 0 leaves the patch out and says so.
func showOne(m memory.Match, patchLimit int, clean func(string) string) string {
	safe := func(s string, limit int) string { return inert(clip(clean(s), limit)) }
	r := m.Record
	var sb strings.Builder
	fmt.Fprintf(&sb, "<memory id=%q score=\"%.4f\" matched_by=%q trust=%q>\n", safe(r.ID, maxField), m.Score, safe(m.MatchedBy, maxField), safe(string(r.Trust), maxField))
	if r.Status == memory.Rejected {
		sb.WriteString("status: tried and rejected by a person\n")
	}
	if m.Stands {
		sb.WriteString("status: stands in these sources; what fails now is another place, or another fault\n")
	}
	field(&sb, "fix", safe(r.Fix.Description, maxField))
	field(&sb, "root cause", safe(r.Fix.RootCause, maxField))
	if len(r.Symptoms) > 0 {
		field(&sb, "error type", safe(r.Symptoms[0].ErrorType, maxField))
		field(&sb, "error", safe(r.Symptoms[0].Message, maxField))
	}
	field(&sb, "files", safe(strings.Join(r.Fix.Paths, ", "), maxField))
	field(&sb, "outcome", safe(r.Outcome, maxField))
	if !r.CreatedAt.IsZero() {
		field(&sb, "confirmed", r.CreatedAt.Format(time.RFC3339))
	}
	field(&sb, "session", safe(r.Origin.Session, maxField))
	switch {
	case r.Fix.Patch == "":
	case patchLimit == 0:
		sb.WriteString("patch: left out for room\n")
	default:
		sb.WriteString("patch:\n" + safe(r.Fix.Patch, patchLimit) + "\n")
	}
	sb.WriteString("</memory>\n")
	return sb.String()
}

func field(sb *strings.Builder, name, value string) {
	if value = strings.Join(strings.Fields(value), " "); value != "" {
		fmt.Fprintf(sb, "%s: %s\n", name, value)
	}
}

// inert takes the power to open or close a <memory> block out of a stored text.
func inert(s string) string {
	return Inert(s, "memory")
}

// Inert breaks every opening and closing mark of the given name, which is in lower
// case, in outside text, in any case, so that the text cannot leave its block.
func Inert(s, mark string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		sb.WriteByte(s[i])
		if s[i] != '<' {
			continue
		}
		rest := strings.TrimLeftFunc(s[i+1:], func(r rune) bool { return r == '/' || unicode.IsSpace(r) })
		// Compared byte by byte: folding all of the text could change its length.
		if len(rest) >= len(mark) && strings.EqualFold(rest[:len(mark)], mark) {
			sb.WriteByte('\\')
		}
	}
	return sb.String()
}

func (b *Box) storeFix(_ context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Description string   `json:"fix_description"`
		ErrorType   string   `json:"error_type"`
		Paths       []string `json:"file_paths"`
		Outcome     string   `json:"outcome"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	switch {
	case !b.delivered:
		return gated(ErrMemoryGate, "Call %s first.", SearchMemory), nil
	case b.Changes().Empty():
		return gated(ErrConfirmedFixGate, "No file differs from the start: there is nothing to store."), nil
	case b.tests.confirmed == "":
		return gated(ErrConfirmedFixGate, "No run has passed since the last edit: call %s.", RunTests), nil
	case a.Outcome != b.tests.confirmed:
		return gated(ErrConfirmedFixGate, "outcome must be, word for word: %s", b.tests.confirmed), nil
	case strings.TrimSpace(a.Description) == "":
		return refuse("fix_description is empty: say what was wrong and what mends it."), nil
	}
	p := &Proposal{Description: clip(b.cfg.Clean(a.Description), 2*maxField), ErrorType: clip(b.cfg.Clean(a.ErrorType), maxField), Paths: b.Changes().Paths(), Outcome: a.Outcome}
	return Result{Output: "noted: the fix goes to verification", Proposal: p}, nil
}
