package options

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/regreen/regreen/internal/check"
)

// Repetition is all of a proof that another verdict could hang on, but for the patch: with
// it, somebody who doubts makes the proof again. What a run does to find a patch is not in
// it, and neither is --test-edits, since no proof is made of a patch that changes tests.
type Repetition struct {
	Repo    string // folder of the checkout
	Commit  string
	Test    string // the test command that was chosen
	Project Project
	Limits  Limits
}

// Verify is the command that judges the patch in a file in the same way.
func (r Repetition) Verify(file string) string { return r.judge() + " --patch " + ShellWord(file) }

// judge is verify without its patch.
func (r Repetition) judge() string {
	l := commandLine{"regreen", "verify"}
	l.add("repo", r.Repo)
	l.add("commit", r.Commit)
	l.add("test", r.Test)
	r.Project.addTo(&l)
	if r.Project.Isolation != InPlace {
		l.add("isolation", r.Project.Isolation)
	}
	l.list("allowed-paths", r.Limits.Allowed)
	l.list("protected-paths", r.Limits.Protected)
	return l.String()
}

// JudgeClone is judge for any clone, from its top.
func (r Repetition) JudgeClone(root string) string {
	if sub, err := filepath.Rel(root, r.Repo); err == nil {
		r.Repo = filepath.ToSlash(sub)
	}
	return r.judge()
}

// Learn is the command that proves once more what a person changed between two commits.
func (r Repetition) Learn(red, green string, p Place) string {
	l := commandLine{"regreen", "learn"}
	l.add("repo", r.Repo)
	l.add("red", red)
	l.add("green", green)
	l.add("test", r.Test)
	r.Project.addTo(&l)
	l.add("memory", p.Memory)
	l.add("tenant", p.Tenant)
	return l.String()
}

// addTo adds the flags, beside those that say where and what, that are not as they are by
// default.
func (p Project) addTo(l *commandLine) {
	l.add("targeted-test", p.Targeted)
	l.list("junit-files", p.JUnit)
	l.add("working-directory", p.Dir)
	l.add("setup-command", p.Setup)
	l.list("pass-env", p.PassEnv)
	l.list("writable-paths", p.Writable)
	if p.Timeout != check.DefaultTimeout && p.Timeout != 0 {
		l.add("timeout", p.Timeout.String())
	}
	if p.Reruns > 0 {
		l.add("flake-reruns", strconv.Itoa(p.Reruns))
	}
	if p.Sandbox != AutoSandbox {
		l.add("sandbox", p.Sandbox)
	}
}

// commandLine is a command with its flags, quoted for a shell.
type commandLine []string

// add adds a flag; one without a value is left out.
func (l *commandLine) add(flag, value string) {
	if value != "" {
		*l = append(*l, "--"+flag, ShellWord(value))
	}
}

// list adds a flag that takes many values, each of which may have commas in it.
func (l *commandLine) list(flag string, values []string) {
	if len(values) == 0 {
		return
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(values); err != nil {
		panic(fmt.Sprintf("write a list of flags: %v", err)) // a strings.Builder takes everything
	}
	w.Flush()
	l.add(flag, strings.TrimSuffix(b.String(), "\n"))
}

func (l commandLine) String() string { return strings.Join(l, " ") }

// ShellWord quotes s for a shell, as a part of one line: what cannot be seen in it, a line
// feed too, is written as an escape, which bash, zsh and ksh know.
func ShellWord(s string) string {
	switch {
	case s != "" && strings.IndexFunc(s, mustQuote) < 0:
		return s
	case strings.IndexFunc(s, unseen) < 0:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for i := range len(s) { // byte by byte: invalid UTF-8 stays what it is
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "$'" + b.String() + "'"
}

// mustQuote reports whether a shell could take r for something else than itself.
func mustQuote(r rune) bool {
	return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@%+=:,./-", r)
}

// unseen reports whether r is lost, or changes what is around it, where a line is shown.
func unseen(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
