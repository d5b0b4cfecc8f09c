package app

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/scrub"
)

// chooseCommand takes what the owner says, else what the failed step ran, else what
// the project's manifest says, which may be in a folder above: the tests then run there.
func (s *session) chooseCommand(given string) answer.Command {
	if given != "" {
		return answer.Command{Command: given, Origin: "as given"}
	}
	c := answer.Command{}
	if s.report != nil && s.report.Step.Script != "" {
		command, why := repeatable(s.report.Step)
		if why == "" {
			s.unset(s.report.Step.Env)
			return answer.Command{Command: command, Origin: "which is what the failed step ran"}
		}
		c.Passed = why
	}
	from := s.testFolder()
	command, manifest, in := check.Guess(s.work, from)
	c.Command, c.Origin = command, "since there is a "+manifest
	switch {
	case in == from:
	case s.flags.Dir != "": // it says where the command runs: another place has no say
		c.Command = ""
	default:
		s.flags.Dir = in
		c.Origin = fmt.Sprintf("since there is a %s further up, in whose folder it runs", path.Join(in, manifest))
	}
	return c
}

// testFolder is where the tests run, from the top of the checkout; "." is the top.
func (s *session) testFolder() string {
	return path.Clean(cmp.Or(filepath.ToSlash(s.flags.Dir), s.work.Sub()))
}

// unset names the variables of the failed step that are not set here: one of them may
// be what makes the failure.
func (s *session) unset(names []string) {
	missing := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(s.env.Environ, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	})
	if len(missing) > 0 {
		s.say("report", "the failed step also had the variables "+console.Few(missing)+", which are not set here")
	}
}

// maxScript bounds a script that is taken from a log, in bytes: one command line of
// Linux holds 128 KiB, and a longer script does more than run tests.
const maxScript = 8 << 10

var (
	// teed is the end of a command that keeps its output in a file beside the log.
	teed = regexp.MustCompile(`\s*(?:2>&1\s*\||\|&?)\s*tee\s+[^|;&<>\n]*$`)
	// ofTheRun matches what has a value, or exists, only inside of a workflow run: the
	// variables of the runner, and the files of actions that it downloaded.
	ofTheRun = regexp.MustCompile(`\$\{?(?:GITHUB|RUNNER|ACTIONS|INPUT)_\w+|\$\{\{|/_actions/|/_temp/`)
	// posix matches the shells whose scripts bash can run.
	posix = regexp.MustCompile(`^(?:\S*/)?(?:ba)?sh(?:\s|$)`)
)

// repeatable returns the command that repeats a failed step; else why there is none.
// A composite action's own steps look like any other in a log: they are told by the
// variables that they use.
func repeatable(step failure.Step) (command, why string) {
	command = strings.TrimSpace(teed.ReplaceAllString(strings.TrimSpace(step.Script), ""))
	switch {
	case step.Shell != "" && !posix.MatchString(step.Shell):
		return "", "its shell is " + scrub.Line(step.Shell, 40)
	case strings.Contains(command, "***"):
		return "", "a secret is masked in it"
	case ofTheRun.MatchString(command):
		return "", "it uses " + ofTheRun.FindString(command) + ", which only the run has"
	case step.Cut || len(command) > maxScript:
		return "", "it is too long"
	case command == "":
		return "", "it is empty"
	}
	return command, ""
}
