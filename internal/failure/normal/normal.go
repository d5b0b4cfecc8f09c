// Package normal takes the noise out of error texts: what differs between two runs
// of the same fault becomes a typed token, what tells faults apart stays.
package normal

import (
	"regexp"
	"strings"
)

// rule replaces what a pattern matches by a token.
type rule struct {
	pattern *regexp.Regexp
	token   string
}

func rules(list ...string) []rule {
	var out []rule
	for i := 0; i < len(list); i += 2 {
		out = append(out, rule{regexp.MustCompile(list[i]), list[i+1]})
	}
	return out
}

// noise is replaced in exact signatures, in this order: what holds other noise
// comes before it.
var noise = rules(
	`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z| ?[+-]\d\d:?\d\d)?`, "<time>",
	`\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b`, "<uuid>",
	`\b0x[0-9a-fA-F]{4,}\b`, "<addr>",
	`@[0-9a-f]{5,8}\b`, "@<addr>",
	`\bgoroutine \d+\b`, "goroutine <n>",
	`\b(?:pid|PID)[ =:]+\d+`, "pid <n>",
	`\b(?:127\.0\.0\.1|0\.0\.0\.0|localhost|\[::1?\]):\d{2,5}\b`, "<host>:<port>",
	`\b(seed|Seed|SEED|random_seed|--seed)([ =:]+)\d+`, "$1$2<seed>",
	`\[gw\d+\]`, "[<worker>]",
	`(?:[A-Za-z]:)?[/\\](?:[^\s'"()<>:,;]*[/\\])?(?:tmp|Temp|TEMP|T|pytest-of-[^/\\]+)[/\\][^\s'"():,;]*[/\\]?`, "<tmp>/",
)

// Text returns a message without the noise of one run. Values that a test compares
// stay: other values are another fault.
func Text(s string) string {
	for _, r := range noise {
		s = r.pattern.ReplaceAllString(s, r.token)
	}
	return squeeze(s)
}

// shape is replaced in templates beside the noise.
var shape = rules(
	`"[^"\n]*"|'[^'\n]*'|`+"`[^`\n]*`", "<str>",
	`\b\d+(?:\.\d+)?\b`, "<n>",
)

// Template returns the shape of a message: also its quoted texts and numbers are
// replaced, so that the same error in another place is equal.
func Template(s string) string {
	s = Text(s)
	for _, r := range shape {
		s = r.pattern.ReplaceAllString(s, r.token)
	}
	return s
}

// Name returns a test's name without the noise that a run puts into it.
func Name(s string) string { return Text(s) }

// Func returns the name of a function without the numbers that compilers give.
func Func(s string) string { return squeeze(s) }

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
