package golang

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// builder reads what the compiler, go vet and go list say: a heading with the
// package, then places with messages.
type builder struct {
	out     *format.Sink
	pkg     string
	open    bool // inside the block of a package
	vet     bool
	pending *format.Finding
	bare    int             // messages without a heading right above this line
	packs   map[string]bool // packages of which an error was handed over
	chain   []string        // "package a", and the imports below it
	listed  bool            // in gotestsum's list of errors, which has no headings
}

func (b *builder) active() bool { return b.open || b.pending != nil || len(b.chain) > 0 }

// line takes a line; it reports whether the line was the builder's.
func (b *builder) line(l format.Line) bool {
	if b.heading(l) {
		return true
	}
	if b.pending != nil && b.continues(l) {
		return true
	}
	b.flush()
	if b.imports(l) {
		return true
	}
	if f, ok := b.diagnostic(l); ok {
		b.pending = f
		return true
	}
	b.open, b.bare = b.open && strings.HasPrefix(l.Text, "too many errors"), 0
	return false
}

// heading takes "# example.com/pkg" and "# example.com/pkg [example.com/pkg.test]".
func (b *builder) heading(l format.Line) bool {
	name, ok := strings.CutPrefix(l.Text, "# ")
	if !ok || name == "" {
		return false
	}
	b.flush()
	if strings.HasPrefix(name, "[") { // go vet repeats the package in brackets
		b.vet = b.open
		return b.open
	}
	name, under, _ := strings.Cut(name, " ")
	if strings.ContainsAny(name, ":,;()`'\"") || under != "" && !strings.HasPrefix(under, "[") {
		return false
	}
	b.pkg, b.open, b.vet = name, true, false
	return true
}

// maxChain bounds the imports of a cycle.
const maxChain = 100

// imports takes the chain by which go list came to a package that it cannot load:
// "package a", then "\timports b from a.go" and "\timports a from b.go: import cycle not
// allowed". The chain is said again for each package in it, and counts once.
func (b *builder) imports(l format.Line) bool {
	name, isPackage := strings.CutPrefix(l.Text, "package ")
	switch {
	case isPackage && name != "" && !strings.ContainsAny(name, " ;"):
		b.chain = []string{l.Text}
		return true
	case len(b.chain) == 0 || !strings.HasPrefix(l.Text, "\timports ") || len(b.chain) > maxChain:
		b.chain = nil
		return false
	}
	b.chain = append(b.chain, l.Text)
	if _, why, ok := strings.Cut(l.Text, ": "); ok {
		b.unloaded(why, l)
	}
	return true
}

// unloaded hands the chain over.
func (b *builder) unloaded(why string, l format.Line) {
	name, chain := strings.TrimPrefix(b.chain[0], "package "), strings.Join(b.chain, "\n")
	b.chain = nil
	if b.packs[chain] {
		return
	}
	b.remember(chain)
	b.remember(name)
	f := format.Finding{Kind: format.Build, Package: name, ErrorType: "setup", Output: chain, No: l.No, Step: l.Step}
	f.Message = why + "\n" + strings.ReplaceAll(chain, "\t", "")
	b.out.Fail(f)
}

// diagnostic parses "srv/srv.go:5:2: message". Outside of a package's block only
// what can be nothing else counts, because tests log in the same form.
func (b *builder) diagnostic(l format.Line) (*format.Finding, bool) {
	text, vet := strings.CutPrefix(l.Trim, "vet: ")
	loose := !b.open && !vet && !isListError(text)
	if l.Indent > 0 || loose && !isBare(text) {
		return nil, false
	}
	file, line, rest, ok := format.SplitPlace(text)
	if !ok || !strings.HasPrefix(rest, ": ") || strings.ContainsAny(file, " \t") || !sourceFile(file) {
		return nil, false
	}
	f := &format.Finding{Kind: format.Build, Package: b.pkg, File: strings.TrimPrefix(format.Slash(file), "./"), Line: line, ErrorType: "compile", No: l.No, Step: l.Step}
	f.Message = rest[2:]
	if vet || b.vet {
		f.ErrorType = "vet"
		if !vet {
			f.Kind = format.Lint
		}
	}
	switch {
	case loose: // go vet, and the compiler through another tool, print no heading
		f.Weak, f.ErrorType = !b.listed, "compile"
	case isListError(text):
		f.ErrorType = "setup"
	}
	f.Output = l.Text
	return f, true
}

var (
	bare    = regexp.MustCompile(`^[^\s:]+\.go:\d+:\d+: `)
	lintEnd = regexp.MustCompile(`\([\w-]+\)$`)
)

// isBare reports whether a line is a message with a column, which tests do not print,
// and not one of a linter, which names itself.
func isBare(t string) bool { return bare.MatchString(t) && !lintEnd.MatchString(t) }

func sourceFile(file string) bool {
	return strings.HasSuffix(file, ".go") || strings.HasSuffix(file, ".c") || strings.HasSuffix(file, ".h") || strings.HasSuffix(file, ".s") || strings.HasSuffix(file, "go.mod")
}

// isListError reports whether a line says why a package could not be loaded.
func isListError(t string) bool {
	for _, part := range []string{": no required module provides package ", ": cannot find package ", ": package ", ": cannot find module providing package ", ": expected 'package'", ": import cycle not allowed"} {
		if strings.Contains(t, part) && strings.Contains(t, ".go:") {
			return true
		}
	}
	return false
}

// continues takes the indented lines that belong to a message.
func (b *builder) continues(l format.Line) bool {
	if l.Indent == 0 || l.Trim == "" || !strings.HasPrefix(l.Text, "\t") {
		return false
	}
	b.pending.Output += "\n" + l.Text
	b.pending.Message += "\n" + l.Trim
	return true
}

// notFetched is what go says of a module that it could not get over the network.
var notFetched = regexp.MustCompile(`@v\S+: .*"?https?://.*(?:dial tcp|i/o timeout|TLS handshake timeout|connection re(?:fused|set)|no such host|: 50\d |unexpected EOF|context deadline exceeded)`)

func (b *builder) flush() {
	if b.pending == nil {
		return
	}
	f := *b.pending
	b.pending = nil
	if strings.HasPrefix(f.Message, "too many errors") {
		return
	}
	b.remember(f.Package)
	if notFetched.MatchString(f.Message) {
		f.Kind, f.ErrorType, f.Weak = format.Infra, "network", false
		b.out.Fail(f)
		return
	}
	if b.listed && slices.ContainsFunc(b.out.Findings, func(o format.Finding) bool { return o.File == f.File && o.Line == f.Line && o.Message == f.Message }) {
		return
	}
	b.out.Fail(f)
	switch {
	case f.Weak:
		b.bare++
	case f.ErrorType == "vet":
		b.vetted()
		if f.Kind == format.Build { // all that it says of a package that does not compile; what follows is of others
			b.pkg = ""
		}
	}
}

// vetted makes the messages right above one of go vet count: go vet prints a heading only
// over the packages that do not compile, and what it finds in the others comes first.
func (b *builder) vetted() {
	for i := len(b.out.Findings) - 2; i >= 0 && b.bare > 0; i-- {
		b.out.Findings[i].Weak = false
		b.bare--
	}
	b.bare = 0
}

func (b *builder) remember(name string) {
	if b.packs == nil {
		b.packs = map[string]bool{}
	}
	b.packs[name] = true
}

// failed takes "FAIL pkg [build failed]". The errors stood before it; a package
// of which none was seen is reported as a whole.
func (b *builder) failed(name string, l format.Line) {
	b.flush()
	b.open = false
	b.out.Red++
	b.out.Case(format.Case{Package: name, Status: format.Failed})
	if b.packs[name] || len(b.packs) > 0 {
		return
	}
	b.remember(name)
	b.out.Fail(format.Finding{Kind: format.Build, Package: name, ErrorType: "compile", Message: l.Trim, Output: l.Text, No: l.No, Step: l.Step, Weak: true})
}
