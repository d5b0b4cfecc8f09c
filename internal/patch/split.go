package patch

import (
	"io/fs"
	"strings"

	"github.com/regreen/regreen/internal/patch/convention"
)

// SourceOnly splits what a person changed: tests has the changes of tests, of what
// they compare with and of how they are run, also within files of other code, and of
// CI; source has the rest. tests applies to the sources before, and source to what
// that leaves. before returns the text of a file before the change, and false where
// there is none; a file whose text does not fit is split as a whole.
func SourceOnly(p Patch, before func(path string) ([]byte, bool)) (source, tests Patch) {
	for _, f := range p.files {
		kind := convention.Classify(f.Path())
		switch {
		case kind != convention.Source && kind != convention.Lockfile:
			tests.files = append(tests.files, f)
		case f.Old == "" || f.New != f.Old || f.Binary:
			source.files = append(source.files, f)
		default:
			rest, inline := splitFile(f, before)
			source.files = append(source.files, rest.files...)
			tests.files = append(tests.files, inline.files...)
		}
	}
	return source, tests
}

// splitFile splits the change of one file by line.
func splitFile(f File, before func(string) ([]byte, bool)) (source, tests Patch) {
	old, _ := before(f.Old)
	now, err := f.applyLines(old)
	if err != nil {
		return New(f), Patch{}
	}
	if convention.IsTestText(f.Path(), string(old)) {
		return Patch{}, New(f)
	}
	middle := testsChanged(f, string(old), string(now))
	at := func(text string, mode fs.FileMode) map[string]*Content {
		return map[string]*Content{f.Old: {Data: []byte(text), Mode: mode}}
	}
	return Diff(at(middle, f.OldMode), at(string(now), f.NewMode)), Diff(at(string(old), 0), at(middle, 0))
}

// testsChanged returns the text with the changes within tests alone.
func testsChanged(f File, old, now string) string {
	oldLines, nowLines := Lines(old), Lines(now)
	before := cover(convention.Regions(f.Path(), old), len(oldLines)+1)
	after := cover(convention.Regions(f.Path(), now), len(nowLines)+1)
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
