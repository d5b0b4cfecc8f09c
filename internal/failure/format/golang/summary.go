package golang

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// summary is what gotestsum prints at the end: each failure of each run.
type summary struct {
	pkgs    map[string]*pkg
	order   []*pkg
	run     map[*test]int // the last run in which the test failed
	current *test
	whole   *pkg // a package that failed without a test
}

func newSummary() *summary {
	return &summary{pkgs: map[string]*pkg{}, run: map[*test]int{}}
}

var sumFail = regexp.MustCompile(`^=== FAIL: (\S+) (\S*) ?(?:\(re-run (\d+)\) )?\([\d.]+s\)$`)

// line takes "=== FAIL: pkg TestX (re-run 1) (0.00s)" and the output below it.
func (s *summary) line(l format.Line) {
	m := sumFail.FindStringSubmatch(l.Text)
	switch {
	case m != nil:
		s.fail(m, l)
	case strings.HasPrefix(l.Text, "=== ") && !strings.HasPrefix(l.Text, "=== RUN"):
		s.current, s.whole = nil, nil
	case s.current != nil && !strings.HasPrefix(l.Text, "=== "):
		s.current.output.Add(l.Text)
	case s.whole != nil:
		s.whole.loose.Add(l.Text)
	}
}

func (s *summary) fail(m []string, l format.Line) {
	p := s.pkgs[m[1]]
	if p == nil {
		p = newPkg(m[1])
		p.no = l.No
		s.pkgs[m[1]] = p
		s.order = append(s.order, p)
	}
	s.current, s.whole = nil, nil
	if m[2] == "" {
		s.whole = p
		return
	}
	again := p.tests[m[2]] != nil
	t := p.result(m[2], format.Failed, l.No)
	n, _ := format.Number(m[3])
	s.run[t] = max(n, 0)
	if again { // the output of the first run says enough
		s.current = &test{}
		return
	}
	s.current = t
}

// says reports whether the summary has a failure too: it lists all those of tests.
func (s *summary) says(f format.Finding) bool {
	return len(s.order) > 0 && f.Kind != format.Build && f.Kind != format.Lint
}

// report hands over the tests that failed in the last of several runs. The summary's
// names of packages begin below the module's path: they are folders.
func (s *summary) report(out *format.Sink, runs int, dirs *folders) {
	for _, p := range s.order {
		dir, before := p.name, len(out.Findings)
		p.name = dirs.full(dir)
		if name := buildFailed(p); name != "" {
			s.unbuilt(out, name, dir)
		}
		s.reportPackage(out, p, runs)
		for i := range out.Findings[before:] {
			if f := &out.Findings[before+i]; f.File != "" && !strings.ContainsAny(f.File, `/\`) && f.Kind != format.Build && isFolder(dir) {
				f.File = dir + "/" + f.File
			}
		}
	}
}

// isFolder tells a package's name below its module from the whole path, which begins
// with a host.
func isFolder(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}

// unbuilt gives what the list of errors says of a package its name; the package is
// reported as a whole if that says nothing.
func (s *summary) unbuilt(out *format.Sink, name, dir string) {
	known := false
	for i := range out.Findings {
		f := &out.Findings[i]
		if f.Package == "" && f.Kind == format.Build && (strings.HasPrefix(f.File, dir+"/") && !strings.Contains(f.File[len(dir)+1:], "/") || dir == "." && !strings.Contains(f.File, "/")) {
			f.Package = name
		}
		known = known || f.Package == name
	}
	if !known {
		out.Fail(format.Finding{Kind: format.Build, Package: name, ErrorType: "compile", Message: s.pkgs[dir].loose.Text(), No: s.pkgs[dir].no, Weak: true})
	}
}

func (s *summary) reportPackage(out *format.Sink, p *pkg, runs int) {
	v := green
	if !p.loose.Empty() && buildFailed(p) == "" {
		v = red
	}
	parents := p.parents(isFailed)
	for _, t := range p.order {
		if s.run[t] < runs-1 && !parents[t.name] {
			t.status = format.Passed
		} else {
			v = red
		}
	}
	p.report(out, v)
}

// buildFailed returns the whole name of a package that did not build; its errors stand
// elsewhere. It is "" for others.
func buildFailed(p *pkg) string {
	for _, l := range p.loose.Lines() {
		if _, name, ok := parseVerdict(l); ok && isBuildFailure(l) {
			return name
		}
	}
	return ""
}

// runs returns the number of runs of "DONE 3 runs, 5 tests, 4 failures".
func runs(t string) int {
	n, rest := format.Number(strings.TrimPrefix(t, "DONE "))
	if n > 1 && strings.HasPrefix(rest, " runs") {
		return n
	}
	return 1
}
