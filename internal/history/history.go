// Package history picks, from the log of a repository, the commits that may have mended
// something, and keeps which of them were tried.
package history

import (
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/convention"
)

const (
	// maxLines is the largest change of sources, added and removed, that is taken for
	// one fix: what is larger mends many things, or adds something, and the part that
	// would help another failure is lost in it.
	maxLines = 400
	// maxFiles bounds the files of one fix for the same reason.
	maxFiles = 20
)

// LogArgs are the arguments of the git log that Candidates reads: the last n commits.
func LogArgs(n int) []string {
	return []string{"log", "--no-merges", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--numstat", "--summary",
		"--format=%x01%H%x02%P%x02%B%x02", "-n", strconv.Itoa(n), "HEAD"}
}

// Commit is one that may have mended what was broken at its parent.
type Commit struct {
	SHA, Parent string
	Subject     string
	SaysFix     bool // its message does
	HasTests    bool // it changes tests too
	adds        bool // it adds files of source
}

// Candidates returns the commits that are worth trying, the likeliest first, then the
// newest: those whose message says that they mend something and that change sources,
// and those that change sources, without new ones, and tests. looked is how many commits
// the log has.
func Candidates(log string) (out []Commit, looked int) {
	for entry := range strings.SplitSeq(log, "\x01") {
		fields := strings.Split(entry, "\x02")
		if len(fields) != 4 || !hash.MatchString(fields[0]) {
			continue // the start, or a message with control characters in it
		}
		looked++
		if c, ok := candidate(fields); ok {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].promise() > out[j].promise() })
	return out, looked
}

var hash = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

// fixes are the words by which people say that something was broken.
var fixes = regexp.MustCompile(`(?i)\b(?:(?:hot|bug)?[ -]?fix(?:es|ed|ing)?|bugs?|regress(?:ion|ed)|repair(?:s|ed)?|correct(?:s|ed|ly)?|resolve[sd]?|crash(?:es|ed)?|panics?|broken|mend(?:s|ed)?|wrong(?:ly)?|off[ -]by[ -]one)\b`)

func candidate(fields []string) (Commit, bool) {
	parents := strings.Fields(fields[1])
	subject, _, _ := strings.Cut(strings.TrimSpace(fields[2]), "\n")
	c := Commit{SHA: fields[0], Subject: subject, SaysFix: fixes.MatchString(fields[2])}
	if len(parents) == 0 {
		return c, false // the first commit mends nothing
	}
	c.Parent = parents[0]
	var files, lines int
	for line := range strings.Lines(fields[3]) {
		n, name := numstat(line)
		switch {
		case strings.HasPrefix(line, " create mode "):
			c.adds = c.adds || isSource(created(line))
		case name == "":
		case patch.IsTestPath(name):
			c.HasTests = true
		case isSource(name):
			files, lines = files+1, lines+n
		}
	}
	small := files > 0 && files <= maxFiles && lines <= maxLines
	return c, small && (c.SaysFix || c.HasTests && !c.adds)
}

// promise is how likely it is that the commit mended a failing test.
func (c Commit) promise() int {
	switch {
	case c.SaysFix && c.HasTests:
		return 2
	case c.SaysFix:
		return 1
	}
	return 0
}

// numstat reads a line such as "3\t1\tpath"; binary files have no counts.
func numstat(line string) (lines int, name string) {
	fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
	if len(fields) != 3 {
		return 0, ""
	}
	added, _ := strconv.Atoi(fields[0])
	removed, _ := strconv.Atoi(fields[1])
	return added + removed, strings.Trim(fields[2], `"`)
}

// created reads a line such as " create mode 100644 path".
func created(line string) string {
	fields := strings.SplitN(strings.TrimSpace(line), " ", 4)
	return strings.Trim(fields[len(fields)-1], `"`)
}

// prose are the endings of files that no test depends on.
var prose = []string{".md", ".rst", ".txt", ".adoc", ".png", ".svg", ".jpg", ".gif"}

func isSource(name string) bool {
	base := strings.ToUpper(path.Base(name))
	return convention.Classify(name) == convention.Source && !slices.Contains(prose, strings.ToLower(path.Ext(name))) &&
		!strings.HasPrefix(base, "LICEN") && !strings.HasPrefix(base, "CHANGE")
}
