package difference

import (
	"regexp"
	"strings"
)

// forms are the ways in which frameworks, and people in their own words, set the value
// that came beside the one that was wanted; those of frameworks come first.
var forms = compile(
	// Rust, Catch2, GoogleTest
	`(?s)\bleft:\s+(?P<got>.+?)\n\s*right:\s+(?P<want>[^\n]+)`,
	`(?s)with expansion:\s+(?P<got>.+?)\s+==\s+(?P<want>.+)`,
	`(?s)Which is: (?P<got>.+?)\n\s*[^\n]*\n\s*Which is: (?P<want>[^\n]+)`,
	`(?s)Which is: (?P<got>.+?)\n\s*(?P<want>[^\n]+)`,
	// JUnit, PHPUnit
	`(?s)expected:?\s+<(?P<want>.*?)> but was:?\s+<(?P<got>.*?)>`,
	`asserting that (?P<got>.+) is (?:identical|equal) to (?P<want>.+?)\.?(?:\n|$)`,
	`asserting that (?P<got>.+) matches expected (?P<want>.+?)\.?(?:\n|$)`,
	// Chai and Vitest, Jest and minitest and testify, RSpec
	`(?s)^expected (?P<got>.+?) to (?:be|deep(?:ly)? equal|strictly equal|equal|match object) (?P<want>.+?)(?: //|\n|$)`,
	`(?s)\bExpected:?[ \t]+(?P<want>[^\n]+)\n+\s*(?:Received|Actual|Got|got|actual ?):?\s+(?P<got>[^\n]+)`,
	`(?s)\bexpected:?\s+(?P<want>[^\n]+)\n+\s*(?:got|actual ?|received):?\s+(?P<got>[^\n]+)`,
	`expected (?P<got>\S+) to be within \S+ of (?P<want>\S+)`,
	// unittest, pytest, node:assert
	`(?s)^\s*(?:Lists|Tuples|Dicts|Sets|Strings) differ: (?P<got>.+?) != (?P<want>[^\n]+)`,
	`^assert (?P<got>.+?) == (?P<want>[^\n]+)`,
	`(?m)^\s*(?P<got>[^\n]+?) !==? (?P<want>[^\n]+)$`,
	// people
	`\bgot:? (?P<got>.+?)[,;]? (?:but )?(?:want(?:ed)?|expected):? (?P<want>[^\n]+)`,
	`\b(?:want(?:ed)?|expected):? (?P<want>.+?)[,;]? (?:but )?(?:got|have|had|received|was|found):? (?P<got>[^\n]+)`,
	`(?:=|:|\bis|\bwas) (?P<got>[^=:\n]+?)[,;] (?:want(?:ed)?|expected) (?P<want>[^\n]+)`,
	`(?:=|:|\bis|\bwas) (?P<got>[^=:\n]+?) instead of (?P<want>[^\n]+)`,
)

func compile(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range patterns {
		out = append(out, regexp.MustCompile(p))
	}
	return out
}

// pairsOf are the values that message compares, as each form reads them.
func pairsOf(message string) []pair {
	var out []pair
	if p, ok := diffed(message); ok {
		out = append(out, p)
	}
	for _, f := range forms {
		if m := f.FindStringSubmatch(message); m != nil {
			out = append(out, pair{want: bare(m[f.SubexpIndex("want")]), got: bare(m[f.SubexpIndex("got")])})
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
	variable = regexp.MustCompile(`(?i)(?:environment|\benv\b)[^\n]*(?:not set|unset|missing|not defined|required|empty)|(?:missing|required|unset|not set|undefined)[^\n]*(?:environment|\benv\b)`)
	named    = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b[^\n]{0,20}(?:not set|unset|is missing|not defined|required|unbound|is empty)`)
	mocked   = regexp.MustCompile(`toHaveBeenCalledWith|called with arguments|expected call not found|Expected call:|with\(.*\) but (?:got|was)|Argument\(s\) are different|received :\w+ with unexpected arguments`)
	kept     = regexp.MustCompile(`(?i)\bsnapshot\b|\bgolden\b`)
)

// said are the kinds that a message names by itself.
func said(message string) []Kind {
	var out []Kind
	if variable.MatchString(message) || named.MatchString(message) {
		out = append(out, Variable)
	}
	if mocked.MatchString(message) {
		out = append(out, Call)
	}
	if kept.MatchString(message) {
		out = append(out, Golden)
	}
	return out
}
