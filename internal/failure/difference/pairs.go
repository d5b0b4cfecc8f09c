package difference

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// form is a way to set the value that came beside the one that was wanted. The words are
// sought first, since patterns are slow: a message has most likely none of them.
type form struct {
	words   []string // all of which a message of this form has
	pattern *regexp.Regexp
}

// forms are those of frameworks, then those of people in their own words. They are made at
// the first use: the sandbox launcher is this same program, and starts with every command.
var forms = sync.OnceValue(func() []form {
	return []form{
		// Rust, Catch2, GoogleTest
		{[]string{"left:", "right:"}, regexp.MustCompile(`(?s)\bleft:\s+(?P<got>.+?)\n\s*right:\s+(?P<want>[^\n]+)`)},
		{[]string{"with expansion:"}, regexp.MustCompile(`(?s)with expansion:\s+(?P<got>.+?)\s+==\s+(?P<want>.+)`)},
		{[]string{"Which is: "}, regexp.MustCompile(`(?s)Which is: (?P<got>.+?)\n\s*[^\n]*\n\s*Which is: (?P<want>[^\n]+)`)},
		{[]string{"Which is: "}, regexp.MustCompile(`(?s)Which is: (?P<got>.+?)\n\s*(?P<want>[^\n]+)`)},
		// JUnit, PHPUnit
		{[]string{"> but was"}, regexp.MustCompile(`(?s)expected:?\s+<(?P<want>.*?)> but was:?\s+<(?P<got>.*?)>`)},
		{[]string{"asserting that ", "al to "}, regexp.MustCompile(`asserting that (?P<got>.+) is (?:identical|equal) to (?P<want>.+?)\.?(?:\n|$)`)},
		{[]string{"asserting that ", "matches"}, regexp.MustCompile(`asserting that (?P<got>.+) matches expected (?P<want>.+?)\.?(?:\n|$)`)},
		// Chai and Vitest, Jest and minitest and testify, RSpec
		{[]string{"expected ", " to "}, regexp.MustCompile(`(?s)^expected (?P<got>.+?) to (?:be|deep(?:ly)? equal|strictly equal|equal|match object) (?P<want>.+?)(?: //|\n|$)`)},
		{[]string{"Expected", "\n"}, regexp.MustCompile(`(?s)\bExpected:?[ \t]+(?P<want>[^\n]+)\n+\s*(?:Received|Actual|Got|got|actual ?):?\s+(?P<got>[^\n]+)`)},
		{[]string{"expected", "\n"}, regexp.MustCompile(`(?s)\bexpected:?\s+(?P<want>[^\n]+)\n+\s*(?:got|actual ?|received):?\s+(?P<got>[^\n]+)`)},
		{[]string{" to be within "}, regexp.MustCompile(`expected (?P<got>\S+) to be within \S+ of (?P<want>\S+)`)},
		// unittest, pytest, node:assert
		{[]string{" differ: "}, regexp.MustCompile(`(?s)^\s*(?:Lists|Tuples|Dicts|Sets|Strings) differ: (?P<got>.+?) != (?P<want>[^\n]+)`)},
		{[]string{"assert ", " == "}, regexp.MustCompile(`^assert (?P<got>.+?) == (?P<want>[^\n]+)`)},
		{[]string{" !="}, regexp.MustCompile(`(?m)^\s*(?P<got>[^\n]+?) !==? (?P<want>[^\n]+)$`)},
		// people
		{[]string{"got"}, regexp.MustCompile(`\bgot:? (?P<got>.+?)[,;]? (?:but )?(?:want(?:ed)?|expected):? (?P<want>[^\n]+)`)},
		{[]string{"ed"}, regexp.MustCompile(`\b(?:wanted|expected):? (?P<want>.+?)[,;]? (?:but )?(?:got|have|had|received|was|found):? (?P<got>[^\n]+)`)},
		{[]string{"want"}, regexp.MustCompile(`\bwant:? (?P<want>.+?)[,;]? (?:but )?(?:got|have|had|received|was|found):? (?P<got>[^\n]+)`)},
		{[]string{"want"}, regexp.MustCompile(`(?:=|:|\bis|\bwas) (?P<got>[^=:\n]+?)[,;] want(?:ed)? (?P<want>[^\n]+)`)},
		{[]string{"expected"}, regexp.MustCompile(`(?:=|:|\bis|\bwas) (?P<got>[^=:\n]+?)[,;] expected (?P<want>[^\n]+)`)},
		{[]string{" instead of "}, regexp.MustCompile(`(?:=|:|\bis|\bwas) (?P<got>[^=:\n]+?) instead of (?P<want>[^\n]+)`)},
	}
})

// read returns the values that message compares in this form.
func (f form) read(message string) (pair, bool) {
	for _, w := range f.words {
		if !strings.Contains(message, w) {
			return pair{}, false
		}
	}
	m := f.pattern.FindStringSubmatch(message)
	if m == nil {
		return pair{}, false
	}
	return pair{want: bare(m[f.pattern.SubexpIndex("want")]), got: bare(m[f.pattern.SubexpIndex("got")])}, true
}

// pairsOf are the values that message compares, as each form reads them.
func pairsOf(message string) []pair {
	var out []pair
	if p, ok := diffed(message); ok {
		out = append(out, p)
	}
	for _, f := range forms() {
		if p, ok := f.read(message); ok {
			out = append(out, p)
		}
	}
	return out
}

var (
	counted = regexp.MustCompile(`^(?:\pL+[ :=]+){1,3}([-+]?\d[\d.]*)$`) // status code 404
	remark  = regexp.MustCompile(`\s+(?://.*|\(0x[0-9a-f]+\))$`)
	wrapped = regexp.MustCompile(`^(?:Approx|Some|Ok|Err|Just)\(\s*(.*?)\s*\)$`)
)

// bare is a value without what a framework writes around it.
func bare(s string) string {
	s = remark.ReplaceAllString(strings.TrimSpace(s), "")
	s = strings.TrimSuffix(strings.TrimSpace(s), ".")
	if m := counted.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := wrapped.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	if len(s) > 1 && s[0] == '<' && s[len(s)-1] == '>' && !strings.Contains(s, " ") {
		s = s[1 : len(s)-1]
	}
	return s
}

// diffed reads the lines of a diff, "-" for what was wanted, as most frameworks print
// it. A single line each is read as a value, more as lists.
func diffed(message string) (pair, bool) {
	var want, got []string
	removed, added := 0, 0
	inside := false
	for line := range strings.Lines(message) {
		line = strings.TrimSpace(line)
		rest := strings.TrimSpace(strings.TrimLeft(line, "+-"))
		switch {
		case header(line):
			inside = true
		case !inside, strings.HasPrefix(line, "?"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
		case strings.HasPrefix(line, "-"):
			want = append(want, rest)
			removed++
		case strings.HasPrefix(line, "+"):
			got = append(got, rest)
			added++
		default:
			want, got = append(want, line), append(got, line)
		}
	}
	switch {
	case removed+added == 0:
		return pair{}, false
	case removed == 1 && added == 1 && len(want) == 1:
		return pair{bare(want[0]), bare(got[0])}, true
	}
	join := func(lines []string) string { return "[\n" + strings.Join(lines, "\n") + "\n]" }
	return pair{join(want), join(got)}, true
}

// header reports whether a line stands at the head of a diff.
func header(line string) bool {
	for _, h := range []string{"+++ Actual", "+ Received", "Full diff:", "@@", "(-want +got)", "mismatch (-want", "+ Snapshot"} {
		if strings.HasPrefix(line, h) || strings.HasSuffix(line, "(-want +got):") {
			return true
		}
	}
	return false
}

var (
	variable = regexp.MustCompile(`(?i)\benv(?:ironment)?\b[^\n]*(?:not set|unset|missing|not defined|required|empty)|(?:missing|required|unset|not set|undefined)[^\n]*\benv(?:ironment)?\b`)
	named    = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b[^\n]{0,20}(?:not set|unset|is missing|not defined|required|unbound|is empty)`)
)

// said are the kinds that a message names by itself.
func said(message string) []Kind {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(message, w) })
	}
	var out []Kind
	if absent := has("set", "missing", "defined", "required", "empty", "unbound", "SET", "MISSING"); absent && (variable.MatchString(message) || named.MatchString(message)) {
		out = append(out, Variable)
	}
	if has("toHaveBeenCalledWith", "called with arguments", "expected call not found", "Expected call:", "Argument(s) are different", "with unexpected arguments") {
		out = append(out, Call)
	}
	if has("napshot", "golden", "Golden") {
		out = append(out, Golden)
	}
	return out
}
