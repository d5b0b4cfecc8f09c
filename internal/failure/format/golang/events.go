package golang

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// events reads the stream of go test -json, also where it is mixed with other
// lines. The testjson package of gotestsum reads the same stream, but from a reader
// of its own, keeping all output of each failed test in memory, and stops at the
// first line that is no event; here a log is read once, by all parsers, and what
// is kept is bounded.
type events struct {
	out    *format.Sink
	pkgs   map[string]*eventPkg
	order  []*eventPkg
	builds map[string]*builder
	dirs   folders
	built  map[string]bool    // import paths with build output
	failed map[[2]string]bool // tests that failed in an earlier run of their package
}

type eventPkg struct {
	*pkg
	partial map[string]string // output without its line end, by test
	done    bool
}

func newEvents(out *format.Sink) *events {
	return &events{out: out, pkgs: map[string]*eventPkg{}, builds: map[string]*builder{}, built: map[string]bool{}, failed: map[[2]string]bool{}}
}

func (e *events) Line(l format.Line) bool {
	v, ok := parseEvent(l.Trim)
	if !ok {
		return false
	}
	e.out.See(l.No)
	switch v.Action {
	case "build-output":
		e.buildOutput(v, l)
	case "build-fail":
		e.out.Red++
	default:
		if v.Package != "" {
			e.testEvent(v, l)
		}
	}
	return false
}

func (e *events) buildOutput(v event, l format.Line) {
	b := e.builds[v.ImportPath]
	if b == nil {
		b = &builder{out: e.out}
		e.builds[v.ImportPath] = b
	}
	e.built[v.ImportPath] = true
	line := format.NewLine(strings.TrimSuffix(v.Output, "\n"))
	line.No, line.Step = l.No, l.Step
	b.line(line)
}

// maxPackages bounds how many packages are open at once.
const maxPackages = 10_000

func (e *events) pkg(name string, no int) *eventPkg {
	p := e.pkgs[name]
	if p == nil || p.done {
		p = &eventPkg{pkg: newPkg(name), partial: map[string]string{}}
		p.no = no
		e.dirs.add(name)
		e.pkgs[name] = p
		if len(e.order) < maxPackages {
			e.order = append(e.order, p)
		}
	}
	return p
}

func (e *events) testEvent(v event, l format.Line) {
	p := e.pkg(v.Package, l.No)
	switch v.Action {
	case "run":
		p.test(v.Test, l.No)
	case "output":
		p.take(v.Test, v.Output, l.No)
	case "pass", "fail", "skip":
		p.flush(v.Test)
		e.end(p, v, l)
	}
}

// take adds a piece of output, which need not be a whole line.
func (p *eventPkg) take(name, text string, no int) {
	text = p.partial[name] + text
	delete(p.partial, name)
	for {
		line, rest, ok := strings.Cut(text, "\n")
		if !ok {
			break
		}
		p.line(name, line, no)
		text = rest
	}
	if text != "" {
		p.partial[name] = format.Shorten(text, maxPartial)
	}
}

// maxPartial bounds a line that is printed in pieces.
const maxPartial = 64 << 10

func (p *eventPkg) flush(name string) {
	if text := p.partial[name]; text != "" {
		p.line(name, text, p.no)
	}
	delete(p.partial, name)
}

func (p *eventPkg) line(name, line string, no int) {
	if name == "" {
		if !isFrame(line) {
			p.loose.Add(line)
		}
		return
	}
	t := strings.TrimSpace(line)
	if strings.HasPrefix(t, "=== ") || strings.HasPrefix(t, "--- ") && strings.HasSuffix(t, "s)") {
		return
	}
	p.test(name, no).output.Add(line)
}

// isFrame reports whether a package's line says what an event says too.
func isFrame(line string) bool {
	return line == "FAIL" || line == "PASS" || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "coverage: ") || strings.HasPrefix(line, "exit status ")
}

var statuses = map[string]format.Status{"pass": format.Passed, "fail": format.Failed, "skip": format.Skipped}

// end takes the result of a test or of a package.
func (e *events) end(p *eventPkg, v event, l format.Line) {
	if v.Test != "" {
		p.result(v.Test, statuses[v.Action], l.No)
		e.again(v, p)
		return
	}
	p.done = true
	e.out.Case(format.Case{Package: p.name, Status: statuses[v.Action], Cached: p.cached()})
	switch {
	case v.Action != "fail":
		e.out.Green++
		if v.Action == "skip" || indexContains(p.loose.Lines(), "no tests to run") >= 0 {
			e.out.Idle, e.out.Hollow = e.out.Idle+1, e.out.Hollow+1
		}
		p.report(e.out, green)
	case v.FailedBuild != "":
		e.buildFailed(v, l)
	default:
		e.out.Red++
		p.report(e.out, red)
	}
	p.release()
}

// again takes the result of a test in a further run of its package: what gotestsum
// runs again and passes did not fail.
func (e *events) again(v event, p *eventPkg) {
	key := [2]string{v.Package, v.Test}
	switch {
	case v.Action == "fail" && e.failed[key]:
		p.test(v.Test, 0).rerun = true
	case v.Action == "fail" && len(e.failed) < maxTests:
		e.failed[key] = true
	case v.Action == "pass" && e.failed[key]:
		e.out.Recover(v.Package, v.Test)
	}
}

func (p *eventPkg) cached() bool {
	return indexContains(p.loose.Lines(), "(cached)") >= 0
}

// result is pkg.result, but keeps the output of a test that passed and panicked
// after it: the panic of a timeout is attributed to the test before.
func (p *eventPkg) result(name string, s format.Status, no int) {
	t := p.test(name, no)
	lines := t.output.Lines()
	p.pkg.result(name, s, no)
	if s == format.Passed && hasPanic(lines) {
		for _, l := range lines {
			t.output.Add(l)
		}
	}
}

// release lets go of what a finished package held.
func (p *eventPkg) release() {
	p.pkg = newPkg(p.name)
	p.partial = nil
}

// buildFailed takes a package that failed because another one does not build. The
// errors are reported once, with the package that they are in.
func (e *events) buildFailed(v event, l format.Line) {
	e.out.Red++
	if b := e.builds[v.FailedBuild]; b != nil {
		b.flush()
		return
	}
	e.out.Fail(format.Finding{Kind: format.Build, Package: v.Package, ErrorType: "compile", Message: "build failed: " + v.FailedBuild, No: l.No, Step: l.Step})
}

func (e *events) End() {
	for _, b := range e.builds {
		b.flush()
	}
	for _, p := range e.order {
		if !p.done {
			p.report(e.out, unsaid)
		}
	}
	e.order = nil
	e.dirs.place(e.out.Findings)
}
