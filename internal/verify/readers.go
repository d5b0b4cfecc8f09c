package verify

import (
	"context"
	"errors"
	"path"
	"strings"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/workspace/git"
)

// forTests finds the files of a patch that only tests use, though nothing in their
// name says so: a data file that tests name and no source does, and an internal package
// of Go that only tests import.
func (v *Verifier) forTests(ctx context.Context, p patch.Patch) []patch.Violation {
	var found []patch.Violation
	for _, name := range p.Paths() {
		if _, there := v.before(name); !there || patch.IsTestPath(name) {
			continue // new, or judged by its name
		}
		switch {
		case dataFile(name) && v.onlyTests(ctx, dataMarks(name), ""):
			found = append(found, patch.Violation{Rule: "expected-file", Path: name, Detail: "only tests read this file"})
		case internalGo(name) && v.onlyTests(ctx, []string{path.Dir(name) + `"`}, path.Dir(name)):
			found = append(found, patch.Violation{Rule: "test-file", Path: name, Detail: "only tests import this package"})
		}
	}
	return found
}

// dataFile reports whether a file is read rather than run.
func dataFile(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonl", ".txt", ".csv", ".tsv", ".xml", ".yaml", ".yml", ".html", ".sql", ".dat", ".out", ".log", ".svg", ".toml":
		return true
	}
	return false
}

// dataMarks are the texts by which others name a data file: a source that builds the
// name has at least that of the folder.
func dataMarks(name string) []string {
	marks := []string{path.Base(name)}
	if dir := path.Base(path.Dir(name)); dir != "." {
		marks = append(marks, dir)
	}
	return marks
}

func internalGo(name string) bool {
	return path.Ext(name) == ".go" && strings.Contains("/"+name, "/internal/")
}

// onlyTests reports whether tests outside of a folder name the first of marks, and no
// other file names any of them; false also where that cannot be found out.
func (v *Verifier) onlyTests(ctx context.Context, marks []string, outside string) bool {
	byTests := false
	for i, mark := range marks {
		out, err := v.Workspace.Git(ctx, "grep", "-l", "-z", "-I", "-F", "-e", mark, v.Workspace.Head(), "--")
		var status *git.Error
		if errors.As(err, &status) && status.ExitCode == 1 {
			continue // git's way to say that nothing does
		}
		if err != nil {
			return false // no answer in time, or more names than are read
		}
		for _, hit := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			_, file, _ := strings.Cut(hit, ":")
			switch {
			case outside != "" && path.Dir(file) == outside, documents(file):
			case !patch.IsTestPath(file):
				return false
			case i == 0:
				byTests = true
			}
		}
	}
	return byTests
}

// documents reports whether a file only talks about others.
func documents(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".rst", ".adoc":
		return true
	}
	return path.Base(file) == ".gitignore"
}
