package scrub

import (
	"regexp"
	"strings"
)

// WorkflowCommands returns Text(s) such that a CI runner that reads it from a log
// finds no command in it: a runner obeys lines that start with "::" after blanks,
// and "##[" anywhere in a line.
func WorkflowCommands(s string) string {
	s = strings.ReplaceAll(Text(s), "##[", "## [")
	return commandStart.ReplaceAllString(s, "$1: :")
}

// The runner trims all Unicode white space before it looks for "::".
var commandStart = regexp.MustCompile(`(?m)^([\s\p{Z}]*)::`)

var (
	skipCI    = regexp.MustCompile(`(?i)\[\s*(skip ci|ci skip|no ci|skip actions|actions skip)\s*\]`)
	reference = regexp.MustCompile(`(?i)(\bGH-|#)([0-9])`)
	mention   = regexp.MustCompile(`@([A-Za-z0-9])`)
	trailer   = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z0-9-]*):`)
)

// CommitText returns Text(s) for use in a commit message: it can close no issue,
// ping nobody, skip no CI run, forge no trailer, and gives no command to a runner that
// prints the log.
func CommitText(s string) string {
	s = skipCI.ReplaceAllString(WorkflowCommands(s), "($1)")
	s = reference.ReplaceAllString(s, "$1 $2")
	s = mention.ReplaceAllString(s, "(at)$1")
	return trailer.ReplaceAllString(s, " $1:")
}
