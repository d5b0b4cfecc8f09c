// Package python reads the output of pytest, unittest, nose and doctest, and the
// tracebacks of the interpreter.
package python

import "github.com/regreen/regreen/internal/failure/format"

// Names of the frameworks in reports.
const (
	Pytest   = "pytest"
	Unittest = "unittest"
	Script   = "python"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Pytest, Language: "python",
			Triggers: []string{"^=====", "^FAILED ", "^ERROR ", "::", "^!!!!!", "^[gw", " passed", " failed", " error", "^____", "^E   "},
			New:      func(out *format.Sink) format.Scanner { return newPytest(out) },
		},
	}
}
