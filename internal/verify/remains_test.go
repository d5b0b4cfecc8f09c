package verify

import (
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

func TestRemains(t *testing.T) {
	const secret = "correct horse battery"
	v := &Verifier{Clean: func(text string) string { return strings.ReplaceAll(text, secret, "***") }}
	remains := (&trial{v: v}).remains
	for name, c := range map[string]struct {
		failures []failure.Failure
		want     string
	}{
		"nothing":                  {nil, ""},
		"no word":                  {[]failure.Failure{{}}, ""},
		"the first line":           {[]failure.Failure{{ErrorType: "test", Message: "Sum = 5, want 6\nmore"}}, ": Sum = 5, want 6"},
		"with its type":            {[]failure.Failure{{ErrorType: "ModuleNotFoundError", Message: "No module named 'x'"}}, ": ModuleNotFoundError: No module named 'x'"},
		"the type stands in it":    {[]failure.Failure{{ErrorType: "TypeError", Message: "TypeError: x is not a function"}}, ": TypeError: x is not a function"},
		"a type alone":             {[]failure.Failure{{ErrorType: "AssertionError"}}, ": AssertionError"},
		"the first that says some": {[]failure.Failure{{}, {Message: "two"}}, ": two"},
		"a secret at the cut":      {[]failure.Failure{{Message: strings.Repeat("x", remainsLength-8) + secret}}, ": " + strings.Repeat("x", remainsLength-8) + "***"},
		"control characters":       {[]failure.Failure{{Message: "\x1b[31mred\x1b[0m"}}, ": red"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := remains(check.Run{Report: failure.Report{Failures: c.failures}}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := remains(check.Run{Report: failure.Report{Failures: []failure.Failure{{Message: strings.Repeat("x", 1000)}}}}); len([]rune(got)) > remainsLength+2 {
		t.Errorf("%d characters", len(got))
	}
}
