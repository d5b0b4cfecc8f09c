package patch

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/patch/convention"
)

// SourceOnly splits what a person changed: tests has the changes of tests, of what
// they compare with and of how they are run, also within files of other code, and of
// CI; source has the rest. tests applies to the sources before, and source to what
// that leaves. before returns the text of a file before the change, and false where
// there is none; a file whose text does not fit is split as a whole.
//
// The examples in the docstring of a Python function that is new are in neither: they
// cannot stand without it, and in source they would be an edit of tests.
func SourceOnly(p Patch, before func(path string) ([]byte, bool)) (source, tests Patch) {
	gone := examplesGone(p)
	for _, f := range p.files {
		kind := convention.Classify(f.Path())
		switch {
		case kind != convention.Source && kind != convention.Lockfile:
			tests.files = append(tests.files, f)
		case f.Old == "" && convention.LanguageOf(f.New) == convention.Python && !f.Binary:
			source.files = append(source.files, newPython(f, gone).files...)
		case f.Old == "" || f.New != f.Old || f.Binary:
			source.files = append(source.files, f)
		default:
			rest, inline := splitFile(f, before, gone)
			source.files = append(source.files, rest.files...)
			tests.files = append(tests.files, inline.files...)
		}
	}
	return source, tests
}

// newPython is a file that is new, without its examples.
func newPython(f File, gone map[string]bool) Patch {
	now, err := f.applyLines(nil)
	if err != nil {
		return New(f)
	}
	_, after := splitDocstrings(nil, Lines(string(now)), gone)
	return Diff(nil, map[string]*Content{f.New: {Data: []byte(after), Mode: f.NewMode}})
}

// splitFile splits the change of one file by line.
func splitFile(f File, before func(string) ([]byte, bool), gone map[string]bool) (source, tests Patch) {
	data, _ := before(f.Old)
	applied, err := f.applyLines(data)
	if err != nil {
		return New(f), Patch{}
	}
	old, now := string(data), string(applied)
	if convention.IsTestText(f.Path(), old) {
		return Patch{}, New(f)
	}
	at := func(text string, mode fs.FileMode) map[string]*Content {
		return map[string]*Content{f.Old: {Data: []byte(text), Mode: mode}}
	}
	middle := old
	if convention.LanguageOf(f.Old) == convention.Python {
		middle, now = splitDocstrings(Lines(old), Lines(now), gone)
	}
	for _, rest := range Diff(at(middle, 0), at(now, 0)).files {
		middle = testsChanged(rest, middle, now)
	}
	return Diff(at(middle, f.OldMode), at(now, f.NewMode)), Diff(at(old, 0), at(middle, 0))
}

// testsChanged returns the text with the changes within tests alone.
func testsChanged(f File, old, now string) string {
	oldLines, nowLines := Lines(old), Lines(now)
	before := cover(regionsByLine(f.Path(), old), len(oldLines)+1)
	after := cover(regionsByLine(f.Path(), now), len(nowLines)+1)
	var b strings.Builder
	for _, s := range f.steps(len(oldLines)) {
		switch {
		case s.op == Keep, s.op == Remove && before[s.old] == "":
			b.WriteString(oldLines[s.old])
		case s.op == Add && after[s.now] != "":
			b.WriteString(nowLines[s.now])
		}
	}
	return b.String()
}

// regionsByLine are the tests in a file that can be taken apart line by line, which
// docstrings of Python can't.
func regionsByLine(path, text string) []convention.Region {
	return slices.DeleteFunc(convention.Regions(path, text), func(r convention.Region) bool {
		return r.Kind == convention.Doctest && convention.LanguageOf(path) == convention.Python
	})
}
