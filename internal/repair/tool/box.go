package tool

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

//go:embed *.md *.schema.json
var texts embed.FS

// Config is what the tools of one attempt work on.
type Config struct {
	Files    Files
	Tests    Tests
	Memories Memories            // nil: every search answers that the memory is off
	Policy   patch.Policy        // what edits may touch; the zero value forbids tests
	Clean    func(string) string // strips and redacts what the model is shown; nil changes nothing
}

// Result is the answer to one call.
type Result struct {
	Output   string
	Failed   bool // the call was refused or could not be done
	Canceled bool // it was not executed, because an edit before it failed
	Proposal *Proposal
	Gate     error // ErrMemoryGate or ErrConfirmedFixGate if a gate refused it
	ready    bool  // Output is cleaned and short already
}

// Box holds the tools of one attempt and what they have done so far. It is not
// safe for concurrent use.
type Box struct {
	cfg       Config
	delivered bool // an answer of the memory reached the model
	frozen    string
	tests     testState
	edits     editState
	shown     []memory.Match // the memories that reached the model, each once
	allowance int
}

// NewBox returns the tools over cfg, with nothing done and the memory gate shut.
func NewBox(cfg Config) *Box {
	if cfg.Clean == nil {
		cfg.Clean = func(s string) string { return s }
	}
	return &Box{cfg: cfg, edits: newEditState(), allowance: maxOutput}
}

// maxOutput bounds one tool's answer, in bytes: some 3,000 tokens, a screenful of
// code and more, so that a greedy call cannot fill the conversation.
const maxOutput = 9_000

// Allow sets the bytes that the following answers may have, from minAllowance up to the default.
func (b *Box) Allow(bytes int) { b.allowance = min(max(bytes, minAllowance), maxOutput) }

// minAllowance keeps an answer useful however long the conversation is.
const minAllowance = 1_500

// Deliver records that the model was given an answer of the memory; it opens the
// memory gate, also where the answer is that there is none.
func (b *Box) Deliver(matches ...memory.Match) {
	b.delivered = true
	for _, m := range matches {
		if !slices.ContainsFunc(b.shown, func(s memory.Match) bool { return s.Record.ID == m.Record.ID }) {
			b.shown = append(b.shown, m)
		}
	}
}

// Delivered reports whether the memory gate is open.
func (b *Box) Delivered() bool { return b.delivered }

// Shown lists the memories that reached the model, in the order in which they did.
func (b *Box) Shown() []memory.Match { return slices.Clone(b.shown) }

// Freeze makes every further edit be refused with reason; "" allows them again.
func (b *Box) Freeze(reason string) { b.frozen = reason }

// handler does one call. args is valid JSON.
type handler func(ctx context.Context, args json.RawMessage) (Result, error)

func (b *Box) handlers() map[string]handler {
	return map[string]handler{
		SearchMemory: b.searchMemory,
		StoreFix:     b.storeFix,
		ReadFile:     b.readFile,
		SearchCode:   b.searchCode,
		ListFiles:    b.listFiles,
		ApplyEdit:    b.applyEdit,
		RunTests:     b.runTests,
	}
}

// Names lists the tools in the order in which the model is shown them.
func Names() []string {
	return []string{ApplyEdit, RunTests, StoreFix, ReadFile, SearchCode, ListFiles, SearchMemory}
}

// Specs describes the tools to a model, always in the same order and words, so
// that they are a stable prefix.
func Specs() []llm.ToolSpec {
	var specs []llm.ToolSpec
	for _, name := range Names() {
		specs = append(specs, llm.ToolSpec{
			Name:        name,
			Description: strings.TrimSpace(text(name + ".md")),
			Parameters:  json.RawMessage(strings.TrimSpace(text(name + ".schema.json"))),
			Async:       name == SearchMemory,
		})
	}
	return specs
}

// text reads an embedded file; its absence is a fault of the build.
func text(name string) string {
	data, err := texts.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("embedded file %q: %v", name, err))
	}
	return string(data)
}

// Do executes the calls of one reply, in order, and returns one result for each.
// An edit that fails cancels the later run_tests and store_fix_memory calls, since
// they count on it. A proposal that was taken ends the session, and the calls after
// it are not executed. It stops early, with the results so far, at an error.
func (b *Box) Do(ctx context.Context, calls []llm.ToolCall) ([]Result, error) {
	var results []Result
	broken, ended := "", false
	for _, c := range calls {
		if ended {
			results = append(results, Result{Output: "not executed: the session has ended", Failed: true, Canceled: true})
			continue
		}
		r, err := b.one(ctx, c, broken)
		if err != nil {
			return results, err
		}
		ended = r.Proposal != nil
		if c.Name == ApplyEdit && r.Failed && broken == "" {
			broken = c.ID
		}
		results = append(results, r)
	}
	return results, nil
}

func (b *Box) one(ctx context.Context, c llm.ToolCall, broken string) (Result, error) {
	r, err := b.dispatch(ctx, c, broken)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	if !r.ready {
		r.Output = b.fit(b.cfg.Clean(r.Output))
	}
	return r, nil
}

func (b *Box) dispatch(ctx context.Context, c llm.ToolCall, broken string) (Result, error) {
	if broken != "" && (c.Name == RunTests || c.Name == StoreFix) {
		r := refuse("not executed: an apply_edit before it in this reply failed. Mend the edit and call this again.")
		r.Canceled = true
		return r, nil
	}
	h, ok := b.handlers()[c.Name]
	if !ok {
		return refuse("there is no tool %q. The tools are: %s.", short(c.Name), strings.Join(Names(), ", ")), nil
	}
	args, bad := arguments(c.Arguments)
	if bad != "" {
		return refuse("not executed: the arguments of %s are not a JSON object: %s", c.Name, bad), nil
	}
	return h(ctx, args)
}

// fit cuts an answer to the allowance.
func (b *Box) fit(s string) string {
	if len(s) <= b.allowance {
		return s
	}
	cut := strings.ToValidUTF8(s[:b.allowance], "")
	return fmt.Sprintf("%s\n[cut: %d of %d bytes shown; ask for less at a time]", cut, len(cut), len(s))
}

// arguments accepts an empty text as an object without fields, which some models
// send for a tool whose arguments are all optional.
func arguments(s string) (json.RawMessage, string) {
	if strings.TrimSpace(s) == "" {
		return json.RawMessage("{}"), ""
	}
	var obj map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s), &obj); err != nil {
		return nil, err.Error()
	}
	return json.RawMessage(s), ""
}

// decode reads args into v; the text names what is wrong, "" if nothing.
func decode(args json.RawMessage, v any) string {
	err := json.Unmarshal(args, v)
	var typ *json.UnmarshalTypeError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &typ):
		return fmt.Sprintf("argument %q must be a %s, not a %s", typ.Field, typ.Type, typ.Value)
	}
	return err.Error()
}

func refuse(format string, args ...any) Result {
	return Result{Output: "error: " + fmt.Sprintf(format, args...), Failed: true}
}

// gated refuses with the gate's own words; the sentinel goes to the log.
func gated(gate error, format string, args ...any) Result {
	r := refuse("%v. %s", gate, fmt.Sprintf(format, args...))
	r.Gate = gate
	return r
}

// short bounds outside text that is shown inside a sentence.
func short(s string) string {
	const limit = 80
	if len(s) > limit {
		return strings.ToValidUTF8(s[:limit], "") + "..."
	}
	return s
}
