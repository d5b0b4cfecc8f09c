// Package python reads the output of pytest, unittest, nose and doctest, and the
// tracebacks of the interpreter.
package python

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Names of the frameworks in reports.
const (
	Pytest   = "pytest"
	Unittest = "unittest"
	Nose     = "nose"
	Doctest  = "doctest"
	Script   = "python"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Pytest, Language: "python",
			Triggers: []string{"^===", "^FAILED ", "^ERROR ", "::", "^!!!!!", "^[gw", " passed", " failed", " error", "^____", "^E   ", "+++ Timeout +++", "^ImportError while loading conftest ", "^" + internalMark, "^" + usageMark, fatalMark},
			New:      func(out *format.Sink) format.Scanner { return newPytest(out) },
		},
		{
			Name: Unittest, Language: "python",
			Triggers: []string{"^" + strings.Repeat("=", 70), "^Ran ", dots, "^nose version"},
			New:      func(out *format.Sink) format.Scanner { return newUnittest(out) },
		},
		{
			Name: Doctest, Language: "python",
			Triggers: []string{"^" + strings.Repeat("*", 70)},
			New:      func(out *format.Sink) format.Scanner { return newDoctest(out) },
		},
		{
			Name: Script, Language: "python",
			Triggers: []string{"^Traceback (most recent call last)", "^File \"", fatalMark},
			New:      func(out *format.Sink) format.Scanner { return newScript(out) },
		},
	}
}
