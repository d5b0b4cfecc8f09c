// Package javascript reads the output of the test runners of Node: Jest, Vitest,
// Mocha, node --test, Playwright and Cypress.
package javascript

import "github.com/regreen/regreen/internal/failure/format"

// Names of the frameworks in reports.
const (
	Jest       = "jest"
	Vitest     = "vitest"
	Mocha      = "mocha"
	Node       = "node-test"
	TAP        = "tap" // of other tools than Node's, in any language
	Playwright = "playwright"
	Cypress    = "cypress"
	Script     = "node" // a program that ended with an error
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Jest, Language: "javascript",
			Triggers: []string{"^FAIL ", "^PASS ", "^" + ErrorsIn, "^● ", "^Test Suites: ", "^Tests: ", "^Summary of all failing tests"},
			New:      func(out *format.Sink) format.Scanner { return newJest(out) },
		},
		{
			Name: Vitest, Language: "javascript",
			Triggers: []string{"^FAIL  ", "^Test Files  ", "^Tests  ", "^⎯⎯", "^✓ ", "^↓ ", "^× ", "^❯ ", "^RUN  v"},
			New:      func(out *format.Sink) format.Scanner { return newVitest(out) },
		},
		{
			Name: Mocha, Language: "javascript",
			Triggers: []string{" passing (", " failing", " pending", "^✓ ", "^✔ ", "^Running: "},
			New:      func(out *format.Sink) format.Scanner { return newMocha(out) },
		},
		{
			Name: Node, Language: "javascript",
			Triggers: []string{"^TAP version ", "^not ok ", "^ok ", "^# Subtest: "},
			New:      func(out *format.Sink) format.Scanner { return newTAP(out) },
		},
		{
			// The same scanner tells Node's TAP from that of others.
			Name: TAP,
			New:  func(out *format.Sink) format.Scanner { return newTAP(out) },
		},
		{
			Name: Node, Language: "javascript",
			Triggers: []string{"^▶ ", "^✔ ", "^✖ ", "^﹣ ", "^ℹ ", "^" + dotFailures},
			New:      func(out *format.Sink) format.Scanner { return newNodeSpec(out) },
		},
		{
			Name: Playwright, Language: "javascript",
			Triggers: []string{"^Running ", "› ", " failed", " flaky", " passed ("},
			New:      func(out *format.Sink) format.Scanner { return newPlaywright(out) },
		},
		{
			// Mocha's scanner reads Cypress too and names it.
			Name: Cypress, Language: "javascript",
			New: func(out *format.Sink) format.Scanner { return newMocha(out) },
		},
		{
			Name: Script, Language: "javascript",
			Triggers: []string{"^Node.js v"},
			New:      func(out *format.Sink) format.Scanner { return &script{out: out} },
		},
	}
}
