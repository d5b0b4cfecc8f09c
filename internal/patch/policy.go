package patch

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/regreen/regreen/internal/patch/convention"
)

// TestEdits says what becomes of a change to tests.
type TestEdits string

// The ways with a change to tests. A proposed one is shown to people and never
// counts as a fix, so whoever decides on a fix uses Strict.
const (
	ForbidTests  TestEdits = "forbid"
	ProposeTests TestEdits = "propose"
)

// The default limits on the size of a patch. A repair of a failing test is small;
// what is larger is a rewrite, which nobody reviews.
const (
	DefaultMaxFiles = 20
	DefaultMaxLines = 800
)

// Policy says what a patch may change. Paths are doublestar globs over paths
// relative to the root. The zero value forbids tests and has no limit of size.
type Policy struct {
	TestEdits      TestEdits `json:"test_edits"`      // "" forbids
	AllowedPaths   []string  `json:"allowed_paths"`   // none allows all that is not protected
	ProtectedPaths []string  `json:"protected_paths"` // besides those that are always protected
	AllowLockfiles bool      `json:"allow_lockfiles"`
	MaxFiles       int       `json:"max_files"` // 0 for no limit
	MaxLines       int       `json:"max_lines"` // added and removed; 0 for no limit
}

// DefaultPolicy forbids test edits and has the default limits.
func DefaultPolicy() Policy {
	return Policy{TestEdits: ForbidTests, MaxFiles: DefaultMaxFiles, MaxLines: DefaultMaxLines}
}

// Strict returns the policy with test edits forbidden.
func (p Policy) Strict() Policy {
	p.TestEdits = ForbidTests
	return p
}

// Violation is one way in which a patch breaks the policy.
type Violation struct {
	Rule   string `json:"rule"`   // a stable name
	Path   string `json:"path"`   // "" when it is about the patch as a whole
	Line   int    `json:"line"`   // in the file after the change, before it for a removed line; 0 for the whole file
	Detail string `json:"detail"` // what is wrong, with the text of the line if there is one
}

// String says it in one line.
func (v Violation) String() string {
	switch {
	case v.Path == "":
		return fmt.Sprintf("%s: %s", v.Rule, v.Detail)
	case v.Line == 0:
		return fmt.Sprintf("%s: %q: %s", v.Rule, v.Path, v.Detail)
	}
	return fmt.Sprintf("%s: %q, line %d: %s", v.Rule, v.Path, v.Line, v.Detail)
}

// IsTestPath reports whether the file serves tests alone: it holds tests, what they
// compare with, or how they are run.
func IsTestPath(path string) bool {
	switch convention.Classify(path) {
	case convention.Test, convention.Expected, convention.TestConfig:
		return true
	}
	return false
}

// CheckPath says whether a file may be edited at all, before it is known how; nil
// if it may.
func (p Policy) CheckPath(path string) *Violation {
	if !local(path) {
		return &Violation{Rule: "outside", Path: path, Detail: "the path does not stay in the tree"}
	}
	if glob := firstMatch(p.ProtectedPaths, path); glob != "" {
		return &Violation{Rule: "protected-path", Path: path, Detail: fmt.Sprintf("protected by %q", glob)}
	}
	kind := convention.Classify(path)
	if !p.allows(kind) {
		return &Violation{Rule: string(kind), Path: path, Detail: "this kind of file may not be changed"}
	}
	if len(p.AllowedPaths) > 0 && firstMatch(p.AllowedPaths, path) == "" {
		return &Violation{Rule: "not-allowed-path", Path: path, Detail: "outside the allowed paths"}
	}
	return nil
}

func (p Policy) allows(kind convention.Kind) bool {
	switch kind {
	case convention.Source:
		return true
	case convention.Lockfile:
		return p.AllowLockfiles
	case convention.Test, convention.Expected:
		return p.TestEdits == ProposeTests
	}
	return false
}

// firstMatch returns the first glob that matches, "" if none does. A malformed glob
// matches nothing.
func firstMatch(globs []string, path string) string {
	for _, glob := range globs {
		if ok, err := doublestar.Match(glob, path); err == nil && ok {
			return glob
		}
	}
	return ""
}

// Check returns every way in which p2 breaks the policy, in the order of the patch;
// nil if there is none. before returns the text of a file before the patch, and
// false where there is none.
func (p Policy) Check(change Patch, before func(path string) ([]byte, bool)) []Violation {
	var found []Violation
	for _, path := range change.Paths() {
		if v := p.CheckPath(path); v != nil {
			found = append(found, *v)
		}
	}
	return found
}
