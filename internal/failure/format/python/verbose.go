package python

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// verbose follows what unittest prints with -v: the name of a test, then " ... ", then,
// after whatever the test itself prints, the result. The first line of a docstring stands
// on a line of its own between the name and the dots.
type verbose struct {
	open   string        // the test that began last; "" if none did
	result format.Status // of open, as a line or the end of one said; "" so far
	likely format.Status // of open, by what stands behind its own output; "" for nothing
	cases  []format.Case
}

// named matches the name of a test: "test_x (pkg.TestC.test_x)", up to 3.10 "test_x
// (pkg.TestC)".
var named = regexp.MustCompile(`^\S+ \([\w<>]+(?:\.[\w<>]+)+\)`)

// dots stand between the name of a test and its result.
const dots = " ..."

// line takes a line; before are those before it. It reports whether a test is open.
func (v *verbose) line(text string, before func() []string) bool {
	head, rest, ok := strings.Cut(text, dots)
	rest = strings.TrimPrefix(rest, " ")
	switch {
	case !ok:
		v.hear(text)
	case v.ofSubtest(head):
		v.hear(rest)
	case wholly(head):
		v.begin(testName(head), rest)
	case strings.HasPrefix(head, "Doctest: "):
		v.begin(strings.TrimPrefix(head, "Doctest: "), rest)
	default:
		v.described(text, rest, last(before()))
	}
	return v.open != ""
}

func last(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// wholly reports whether text is the name of a test, and nothing else.
func wholly(text string) bool { return text != "" && named.FindString(text) == text }

// described takes a line with dots that is no name: a docstring, where the name stands
// before it, or what the open test prints. nose prints the docstring alone, or "m.test_x".
func (v *verbose) described(text, rest, before string) {
	head, _, _ := strings.Cut(text, dots)
	switch {
	case wholly(before):
		v.begin(testName(before), rest)
	case v.open != "" && v.result == "":
		v.hear(text)
	case resultOf(rest) != "" && !strings.HasPrefix(text, " "):
		v.add(head, resultOf(rest))
	}
}

// ofSubtest reports whether head, in "  test_x (pkg.TestC.test_x) (i=1) ... FAIL", names a
// subtest of the test that is open.
func (v *verbose) ofSubtest(head string) bool {
	sub, indented := strings.CutPrefix(head, "  ")
	return indented && v.open != "" && testName(named.FindString(sub)) == v.open
}

// begin takes the name of a test and what follows it. Up to 3.10 the next name follows
// one whose subtests alone had results.
func (v *verbose) begin(test, rest string) {
	v.end()
	v.open = test
	if next, rest, ok := strings.Cut(rest, dots); ok && wholly(next) {
		v.begin(testName(next), strings.TrimPrefix(rest, " "))
		return
	}
	v.hear(rest)
}

// hear takes a line, or the rest of one, for the test that is open. Of many results the
// worst counts: a test has one for each subtest, and code may print what looks like one.
func (v *verbose) hear(text string) {
	if v.open == "" {
		return
	}
	if i := strings.LastIndex(text, dots+" "); i >= 0 && resultOf(text[i+len(dots)+1:]) != "" {
		text = text[i+len(dots)+1:] // the docstring has the dots too
	}
	if s := resultOf(text); severity[s] > severity[v.result] {
		v.result = s
	}
	for _, word := range results {
		if strings.HasSuffix(text, word) {
			v.likely = resultOf(word)
		}
	}
}

// end hands over the test that is open. What it printed last may stand before its result
// on one line.
func (v *verbose) end() {
	if status := cmp.Or(v.result, v.likely); v.open != "" && status != "" {
		v.add(v.open, status)
	}
	*v = verbose{cases: v.cases}
}

func (v *verbose) add(test string, s format.Status) {
	if len(v.cases) < format.MaxCases {
		v.cases = append(v.cases, format.Case{Test: test, Status: s})
	}
}

// results are those that have no reason beside them.
var results = []string{"ok", "FAIL", "ERROR", "expected failure", "unexpected success"}

var severity = map[format.Status]int{format.Passed: 1, format.Skipped: 2, format.Failed: 3}

// resultOf reads the result of a test; "" if text is none.
func resultOf(text string) format.Status {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "ok" && (rest == "" || strings.HasPrefix(rest, "(")): // some add the time
		return format.Passed
	case text == "FAIL" || text == "ERROR" || text == "unexpected success":
		return format.Failed
	case word == "skipped" && (strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, `"`)) || word == "SKIP:" || text == "expected failure":
		return format.Skipped
	}
	return ""
}
