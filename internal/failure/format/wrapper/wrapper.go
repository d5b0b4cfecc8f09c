// Package wrapper reads what programs say that run the commands of others, or fetch
// what a build needs: make, npm, pip, Maven, Gradle. What a test tool or a compiler
// says explains a failure better, so that this counts only where neither does.
package wrapper

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Name of the format; the findings bear the names of the programs.
const Name = "wrapper"

// Formats returns the formats of this package.
func Formats() []format.Format {
	lines := make([]string, 0, len(refusals)+len(ends)+len(idle))
	for _, r := range refusals {
		lines = append(lines, r.text)
	}
	for _, e := range ends {
		lines = append(lines, e.text)
	}
	for _, n := range idle {
		lines = append(lines, n.text)
	}
	return []format.Format{
		{Name: Name, Triggers: lines, New: func(out *format.Sink) format.Scanner { return &scanner{out: out} }},
		{
			Name: Name, Triggers: []string{"Failed to execute goal ", " -> [Help 1]", "[Help 1] http"},
			New: func(out *format.Sink) format.Scanner { return &maven{out: out} },
		},
		{
			Name: Name, Triggers: []string{"^* What went wrong:", "^* Where:"},
			New: func(out *format.Sink) format.Scanner { return &gradle{out: out} },
		},
		{
			Name: Name, Triggers: []string{"^npm ERR! code ", "^npm error code "},
			New: func(out *format.Sink) format.Scanner { return &npm{out: out} },
		},
	}
}

// said is a text by which a line of a program is known. With ^ before it, it stands at
// the line's beginning.
type said struct{ program, text string }

func (s said) in(l format.Line) bool {
	if bare, ok := strings.CutPrefix(s.text, "^"); ok {
		return strings.HasPrefix(l.Trim, bare)
	}
	return strings.Contains(l.Text, s.text)
}

// refusals are lines that say what could not be built or resolved.
var refusals = []said{
	{"pip", "^ERROR: No matching distribution found for "},
	{"pip", "^ERROR: Cannot install "},
	{"pip", "^ERROR: Failed building wheel for "},
	{"pip", "^ERROR: Could not build wheels for "},
	{"pip", "^ERROR: Package '"}, // requires a different Python
	{"poetry", "pyproject.toml changed significantly since poetry.lock"},
	{"poetry", "version solving failed."},
	{"uv", "No solution found when resolving dependencies"},
	{"bundler", "^Could not find gem '"},
	{"bundler", "^Bundler could not find compatible versions for gem "},
	{"composer", "Your requirements could not be resolved to an installable set of packages"},
	{"yarn", "^error Couldn't find "},
	{"yarn", "^error Your lockfile needs to be updated"},
	{"yarn", "YN0028: "}, // the lockfile would have been modified
	{"pnpm", "ERR_PNPM_OUTDATED_LOCKFILE "},
	{"pnpm", "ERR_PNPM_NO_MATCHING_VERSION "},
	{"pnpm", "ERR_PNPM_PEER_DEP_ISSUES "},
	{"docker", "^ERROR: failed to solve: "},
	{"docker", "^ERROR: failed to build: failed to solve: "},
	{"make", ": *** No rule to make target "},
	{"make", ": *** missing separator"},
}

// ends are lines that say only that a command failed.
var ends = []said{
	{"make", "^make: *** ["}, {"make", "^make[1]: *** ["}, {"make", "^make[2]: *** ["}, {"make", "^gmake: *** ["},
	{"ninja", "^ninja: build stopped: "},
	{"npm", "^npm ERR! Lifecycle script "}, {"npm", "^npm error Lifecycle script "}, {"npm", "^npm ERR! Test failed. "},
	{"npm", "^npm ERR! command sh -c "}, {"npm", "^npm error command sh -c "},
	{"yarn", "^error Command failed with exit code "},
	{"pnpm", "ELIFECYCLE  "}, {"pnpm", "ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL "},
	{"bun", `^error: script "`},
	{"just", "^error: Recipe `"},
	{"task", "^task: Failed to run task "},
	{"rake", "^rake aborted!"},
	{"nox", "^nox > Session "},
	{"gitlab", "^ERROR: Job failed: "},
	{"jenkins", "^Finished: FAILURE"},
	{"circleci", "^Exited with code exit status "},
	{"azure", "^Bash exited with code '"},
}

// scanner reads lines that stand for themselves.
type scanner struct {
	out   *format.Sink
	ended bool // the first end is the cause of those after it
}

var ignored = regexp.MustCompile(`\(ignored\)$|^nox > Session .* (?:was successful|skipped)|^nox > Session .*success`)

func (s *scanner) Line(l format.Line) bool {
	if ignored.MatchString(l.Trim) {
		return false
	}
	for _, r := range refusals {
		if r.in(l) {
			s.out.Fail(format.Finding{Framework: r.program, Kind: format.Build, ErrorType: "error", Message: refusal(l), Output: l.Text, No: l.No, Step: l.Step, Fallback: true})
			return false
		}
	}
	for _, e := range ends {
		if e.in(l) && !s.ended {
			s.ended = true
			s.end(e, l)
			return false
		}
	}
	s.idle(l)
	return false
}

// refusal is the message of a line, without the level before it.
func refusal(l format.Line) string {
	return strings.TrimPrefix(strings.TrimPrefix(l.Trim, "ERROR: "), "error ")
}

// end takes a line that says that a command failed. The lines before it may say why.
func (s *scanner) end(e said, l format.Line) {
	before := s.out.Before()
	message := format.BestLine(strings.Join(withoutOwn(e.program, before), "\n"))
	if message == "" {
		message = l.Trim
	}
	s.out.Fail(format.Finding{
		Framework: e.program, Kind: format.Unknown, ErrorType: string(format.Unknown), Message: message, Output: format.Join(append(before, l.Text)),
		No: l.No, Step: l.Step, Fallback: true,
	})
}

// withoutOwn returns the lines that a program did not print itself.
func withoutOwn(program string, lines []string) []string {
	var kept []string
	for _, l := range lines {
		if !strings.HasPrefix(l, program+" ") && !strings.HasPrefix(l, program+":") && !strings.HasPrefix(l, program+"[") && !strings.HasPrefix(l, "> ") {
			kept = append(kept, l)
		}
	}
	return kept
}

func (s *scanner) End() {}
