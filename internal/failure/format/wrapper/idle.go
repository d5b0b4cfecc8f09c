package wrapper

import "github.com/regreen/regreen/internal/failure/format"

// none is a line by which a tool says that it found no test to run.
type none struct {
	said
	fails bool // the tool takes that for a failure
}

var idle = []none{
	{said{"gotest", "[no test files]"}, false},
	{said{"pytest", "no tests ran in "}, true},
	{said{"pytest", " / 0 selected"}, true},
	{said{"unittest", "^NO TESTS RAN"}, true},
	{said{"jest", "^No tests found, exiting with code 1"}, true},
	{said{"jest", "^No tests found, exiting with code 0"}, false},
	{said{"vitest", "^No test files found, exiting with code 1"}, true},
	{said{"vitest", "^No test files found, exiting with code 0"}, false},
	{said{"mocha", "Error: No test files found"}, true},
	{said{"ava", "Couldn’t find any files to test"}, true},
	{said{"deno", "error: No test modules found"}, true},
	{said{"bun", "^No tests found!"}, true},
	{said{"maven-surefire", "No tests to run."}, false},
	{said{"maven-surefire", "No tests were executed!"}, true},
	{said{"phpunit", "^No tests executed!"}, true},
	{said{"dotnet", "No test is available in "}, false},
	{said{"ctest", "No tests were found!!!"}, false},
}

// idle counts such lines.
func (s *scanner) idle(l format.Line) {
	for _, n := range idle {
		if n.in(l) {
			s.out.Idle++
			if n.fails {
				s.out.IdleFails++
			}
			return
		}
	}
}
