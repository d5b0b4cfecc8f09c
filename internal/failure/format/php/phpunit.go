// Package php reads the output of PHPUnit.
package php

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Framework is the name of PHPUnit in reports.
const Framework = "phpunit"

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "php",
		Triggers: []string{"^There was ", "^There were ", "^OK (", "^Tests: ", "^FAILURES!", "^ERRORS!", "^✘ ", "^PHPUnit "},
		New:      func(out *format.Sink) format.Scanner { return &phpunit{out: out} },
	}}
}

type phpunit struct {
	out     *format.Sink
	class   string // of --testdox
	section string // failure, error, or what is none: warning, risky test, skipped test
	tests   []*test
	current *test
}

type test struct {
	name  string
	text  format.Block
	error bool
	no    int
}

var (
	heading  = regexp.MustCompile(`^There (?:was|were) \d+ (failure|error|warning|risky|skipped|incomplete|deprecation|notice|PHPUnit|PHP)`)
	allWell  = regexp.MustCompile(`^OK \((\d+) tests?, \d+ assertions?\)$`)
	numbered = regexp.MustCompile(`^\d+\) (\S+::.+|\S+)$`)
	place    = regexp.MustCompile(`^(.+\.(?:php|phpt|inc)):(\d+)$`)
)

func (p *phpunit) Line(l format.Line) bool {
	switch {
	case heading.MatchString(l.Text):
		p.section, p.current = heading.FindStringSubmatch(l.Text)[1], nil
		p.out.See(l.No)
	case strings.HasPrefix(l.Text, "Tests: ") && p.totals(l):
		return false
	case strings.HasPrefix(l.Text, "OK ("):
		p.out.Green++
		p.out.See(l.No)
		if m := allWell.FindStringSubmatch(l.Text); m != nil {
			n, _ := format.Number(m[1])
			p.out.Add(format.Totals{Passed: n})
		}
		p.tests, p.section, p.current = nil, "", nil
		return false
	case l.Text == "FAILURES!" || l.Text == "ERRORS!" || l.Text == "--":
		p.current = nil
	case p.section == "failure" || p.section == "error":
		p.report(l)
	default:
		p.testdox(l)
	}
	return p.section != "" || p.class != "" || strings.HasPrefix(l.Text, "PHPUnit ")
}

var testdoxClass = regexp.MustCompile(`^.+ \(([\w\\]+)\)$`)

// testdox takes the lines of --testdox: the class, " ✘ Add", and a framed report.
func (p *phpunit) testdox(l format.Line) {
	if l.Indent == 0 && l.Trim != "" {
		p.class, p.current = l.Trim, nil
		if m := testdoxClass.FindStringSubmatch(l.Text); m != nil {
			p.class = m[1]
		}
		return
	}
	if name, ok := strings.CutPrefix(l.Trim, "✘ "); ok && l.Indent == 1 && p.class != "" {
		p.current = &test{name: p.class + " > " + name, no: l.No}
		p.tests = append(p.tests, p.current)
		return
	}
	bar, rest, _ := strings.Cut(l.Trim, " ")
	switch {
	case p.current == nil:
	case bar == "├" || bar == "│" || bar == "╵":
		p.current.text.Add(rest)
	case bar == "┊": // of a diff in colour, which shows blanks as dots
		p.current.text.Add(strings.ReplaceAll(rest, "·", " "))
	case bar != "┐" && bar != "┴":
		p.current = nil
	}
}

func (p *phpunit) report(l format.Line) {
	if m := numbered.FindStringSubmatch(l.Text); m != nil {
		p.current = &test{name: m[1], error: p.section == "error", no: l.No}
		p.tests = format.Keep(p.out, p.tests, p.current)
		return
	}
	if p.current != nil {
		p.current.text.Add(l.Text)
	}
}

// totals takes "Tests: 2, Assertions: 2, Failures: 1, Skipped: 1."
func (p *phpunit) totals(l format.Line) bool {
	t, all := format.Totals{}, 0
	if !strings.HasSuffix(l.Text, ".") {
		return false
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(l.Text, "."), ", ") {
		word, n, _ := strings.Cut(part, ": ")
		k, _ := format.Number(n)
		switch word {
		case "Tests":
			all = max(k, 0)
		case "Failures", "Errors":
			t.Failed += max(k, 0)
		case "Skipped", "Incomplete":
			t.Skipped += max(k, 0)
		}
	}
	t.Passed = max(0, all-t.Failed-t.Skipped)
	p.out.Add(t)
	p.flush()
	return true
}

func (p *phpunit) flush() {
	for _, t := range p.tests {
		p.out.Red++
		p.out.Case(format.Case{Test: t.name, Status: format.Failed})
		p.fail(t)
	}
	p.tests, p.current, p.section, p.class = nil, nil, "", ""
}

func (p *phpunit) fail(t *test) {
	f := format.Finding{Kind: format.Test, Test: t.name, No: t.no}
	lines := t.text.Lines()
	f.Output = format.Join(lines)
	var message []string
	for _, l := range lines {
		if m := place.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
			n, _ := format.Number(m[2])
			f.Frames = append(f.Frames, format.Frame{File: m[1], Line: max(n, 0)})
		} else if len(f.Frames) == 0 {
			message = append(message, l)
		}
	}
	f.Message = format.Join(message)
	f.ErrorType = "PHPUnit\\Framework\\ExpectationFailedException"
	if name, rest, ok := strings.Cut(f.Message, ": "); ok && (t.error || strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) && format.IsExceptionName(name) {
		f.ErrorType, f.Message = name, rest
	}
	p.out.Fail(f)
}

func (p *phpunit) End() { p.flush() }
