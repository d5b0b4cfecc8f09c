package patch

import (
	"fmt"
	"io/fs"
	"slices"

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

// Proposable reports whether v is about nothing but tests, or what they compare with,
// so that a person may be shown the change where TestEdits is ProposeTests.
func (v Violation) Proposable() bool {
	return Policy{TestEdits: ProposeTests}.allows(convention.Kind(v.Rule))
}

// The rules about a patch or a file as a whole. The others are named for the kinds of
// package convention.
const (
	RuleOutside      = "outside"          // a path that leaves the tree
	RuleProtected    = "protected-path"   // the owner protects it
	RuleNotAllowed   = "not-allowed-path" // the owner allows others only
	RuleTooManyFiles = "too-many-files"
	RuleTooManyLines = "too-many-lines"
	RuleBinary       = "binary-file"
	RuleSymlink      = "symlink"
	RuleSubmodule    = "submodule"
	RuleLFS          = "lfs-pointer"  // the file's content is kept elsewhere
	RuleLineEndings  = "line-endings" // the file had one kind of line end, and now has both or the other
)

// explain says what is wrong, for each rule that needs no numbers.
var explain = map[string]string{
	RuleBinary:      "a binary file can't be reviewed",
	RuleSymlink:     "a symbolic link may lead out of the tree",
	RuleLFS:         "the content of this file is kept by git-lfs, and would be lost",
	RuleLineEndings: "the file must keep its line endings",
	RuleSubmodule:   "a submodule brings in sources that nobody sees in the patch",

	string(convention.Test):         "tests may not be changed",
	string(convention.Expected):     "what tests compare with may not be changed",
	string(convention.TestConfig):   "how tests are run may not be changed",
	string(convention.CI):           "CI may not be changed",
	string(convention.Owners):       "who reviews what may not be changed",
	string(convention.Hook):         "hooks may not be changed",
	string(convention.Git):          "git's own files may not be changed",
	string(convention.Lockfile):     "a lockfile is written by its tool",
	string(convention.Planted):      "the file would be loaded in the place of, or besides, what the tests ask for",
	string(convention.InlineTest):   "tests within this file may not be changed",
	string(convention.Doctest):      "examples that are run as tests may not be changed",
	string(convention.TestSetting):  "the part of this file about running tests may not be changed",
	string(convention.SpecialCase):  "code must not behave in another way under test",
	string(convention.EarlyExit):    "the process must not end as if all went well",
	string(convention.RunnerOutput): "code must not print what a test runner prints",
	string(convention.Tampering):    "the test framework, and how values compare, must not be changed",
	string(convention.SkipMark):     "tests must not be skipped or focused, or expected to fail",
	string(convention.RetryMark):    "tests must not be tried again or given more time",
	string(convention.BuildTag):     "build constraints may only tell platforms apart",
	string(convention.Secret):       "this looks like a credential",
	string(convention.Unseen):       "a reader does not see this character, or sees the line in another order",
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

// HoldsTests reports whether there are tests in the text of a file.
func HoldsTests(path string, text []byte) bool {
	return convention.IsTestText(path, string(text)) || slices.ContainsFunc(convention.Regions(path, string(text)), func(r convention.Region) bool {
		return r.Kind == convention.InlineTest || r.Kind == convention.Doctest
	})
}

// CheckPath says whether a file may be edited at all, before it is known how; nil
// if it may.
func (p Policy) CheckPath(path string) *Violation {
	if !local(path) {
		return &Violation{Rule: RuleOutside, Path: path, Detail: "the path does not stay in the tree"}
	}
	if glob := firstMatch(p.ProtectedPaths, path); glob != "" {
		return &Violation{Rule: RuleProtected, Path: path, Detail: fmt.Sprintf("the owner protects %q", glob)}
	}
	if kind := convention.Classify(path); !p.allows(kind) {
		return &Violation{Rule: string(kind), Path: path, Detail: explain[string(kind)]}
	}
	if len(p.AllowedPaths) > 0 && firstMatch(p.AllowedPaths, path) == "" {
		return &Violation{Rule: RuleNotAllowed, Path: path, Detail: "the owner allows other paths only"}
	}
	return nil
}

// allows reports whether things of a kind may be changed. Where tests may be
// proposed, so may what they compare with, in files of their own or not.
func (p Policy) allows(kind convention.Kind) bool {
	switch kind {
	case convention.Source:
		return true
	case convention.Lockfile:
		return p.AllowLockfiles
	case convention.Test, convention.Expected, convention.InlineTest, convention.Doctest:
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

// Check returns every way in which a patch breaks the policy, in the order of the
// patch; nil if there is none. Each rule is reported once a hunk. before returns the
// text of a file before the patch, and false where there is none.
func (p Policy) Check(change Patch, before func(path string) ([]byte, bool)) []Violation {
	found := p.checkSize(change)
	moved := removedLines(change)
	for _, f := range change.files {
		found = append(found, p.checkFile(f)...)
		if !f.Binary && convention.Classify(f.Path()) == convention.Source {
			i := newInspection(p, f, before)
			i.moved = moved
			found = append(found, i.violations()...)
		}
	}
	return found
}

func (p Policy) checkSize(change Patch) []Violation {
	var found []Violation
	files, added, removed := change.Stat()
	if p.MaxFiles > 0 && files > p.MaxFiles {
		found = append(found, Violation{Rule: RuleTooManyFiles, Detail: fmt.Sprintf("%d files, the limit is %d", files, p.MaxFiles)})
	}
	if lines := added + removed; p.MaxLines > 0 && lines > p.MaxLines {
		found = append(found, Violation{Rule: RuleTooManyLines, Detail: fmt.Sprintf("%d changed lines, the limit is %d", lines, p.MaxLines)})
	}
	return found
}

// checkFile judges a file as a whole.
func (p Policy) checkFile(f File) []Violation {
	var found []Violation
	add := func(rule string) {
		found = append(found, Violation{Rule: rule, Path: f.Path(), Detail: explain[rule]})
	}
	for _, path := range New(f).Paths() {
		if v := p.CheckPath(path); v != nil {
			found = append(found, *v)
		}
	}
	modes := f.OldMode | f.NewMode
	switch {
	case modes&fs.ModeSymlink != 0:
		add(RuleSymlink)
	case modes&Submodule != 0:
		add(RuleSubmodule)
	case f.Binary:
		add(RuleBinary)
	}
	if f.Old == "" && convention.Shadows(f.New) {
		add(string(convention.Planted))
	}
	return found
}
