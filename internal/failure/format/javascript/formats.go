// Package javascript reads the output of the test runners of Node: Jest, Vitest,
// Mocha, node --test, Playwright and Cypress.
package javascript

import "github.com/regreen/regreen/internal/failure/format"

// Names of the frameworks in reports.
const (
	Jest = "jest"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Jest, Language: "javascript",
			Triggers: []string{"^FAIL ", "^PASS ", "^● ", "^Test Suites: ", "^Tests: ", "^Summary of all failing tests"},
			New:      func(out *format.Sink) format.Scanner { return newJest(out) },
		},
	}
}
