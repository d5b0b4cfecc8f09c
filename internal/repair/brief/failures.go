package brief

import (
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/failure"
)

// Sizes of what is shown of failures.
const (
	maxGroups  = 6 // groups of failures of the same shape
	maxNames   = 12
	maxMessage = 1_200
	maxOutput  = 2_000 // of the first failure; others have a quarter
	maxFrames  = 8
	maxTail    = 4_000
)

// group is failures of the same shape; one stands for all.
type group struct {
	first failure.Failure
	names []string
}

// groups puts failures with the same template together, in order of appearance.
func groups(fs []failure.Failure) []group {
	at := map[string]int{}
	var out []group
	for _, f := range fs {
		key := f.Signature.Template
		if key == "" {
			key = f.ErrorType + "\x00" + f.Message
		}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, group{first: f})
		}
		out[i].names = append(out[i].names, f.Test)
	}
	return out
}

func (v *view) failures(limit int) (string, string) {
	var sb strings.Builder
	shown := v.groups[:min(len(v.groups), maxGroups)]
	for i, g := range shown {
		v.failure(&sb, g, i)
	}
	text := sb.String()
	if len(shown) == 0 {
		text = "no failure was recognised; the end of the output:\n" + tail(v.in.Report.Tail, maxTail)
	}
	text, cut := part{name: "failures", tag: "failures", text: v.clean(text)}.render(limit)
	if n := len(v.groups) - len(shown); n > 0 {
		cut = join(cut, fmt.Sprintf("%d more kinds of failure", n))
	}
	return text, join(cut, v.in.Report.Cut)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

func (v *view) failure(sb *strings.Builder, g group, i int) {
	f := g.first
	fmt.Fprintf(sb, "%d. %s", i+1, oneLine(name(f), 300))
	if f.File != "" {
		fmt.Fprintf(sb, " at %s:%d", oneLine(f.File, 200), f.Line)
	}
	if f.ErrorType != "" {
		fmt.Fprintf(sb, ", %s", oneLine(f.ErrorType, 120))
	}
	sb.WriteString("\n" + clip(strings.TrimSpace(f.Message), maxMessage) + "\n")
	room := maxOutput
	if i > 0 {
		room /= 4
	}
	if out := strings.TrimSpace(f.Output); !repeats(out, f.Message) {
		sb.WriteString("output:\n" + headTail(out, room) + "\n")
	}
	for n, fr := range f.Frames {
		if n == maxFrames {
			break
		}
		if v.has[fr.File] {
			fmt.Fprintf(sb, "  at %s:%d %s\n", oneLine(fr.File, 200), fr.Line, oneLine(fr.Func, 120))
		}
	}
	if n := len(g.names); n > 1 {
		fmt.Fprintf(sb, "%d tests fail like this: %s\n", n, oneLine(strings.Join(g.names[:min(n, maxNames)], ", "), 600))
	}
}

// repeats reports whether an output says no more than the message, but for a place
// in front of it.
func repeats(out, message string) bool {
	const place = 80
	message = strings.TrimSpace(message)
	longer := len(out) > len(message)+place || strings.Count(out, "\n") > strings.Count(message, "\n")
	return strings.Contains(message, out) || strings.Contains(out, message) && !longer
}

// name is how run_tests selects the failure's test, after its package.
func name(f failure.Failure) string {
	switch {
	case f.Test == "":
		return string(f.Kind) + " " + f.Package
	case f.Package == "":
		return f.Test
	}
	return f.Test + " (in " + f.Package + ")"
}

// headTail keeps both ends of a long text: the cause is at one of them.
func headTail(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	half := limit / 2
	return strings.ToValidUTF8(s[:half], "") + "\n[...]\n" + tail(s, half)
}

func tail(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-limit:], "")
}
