package relocate_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
)

// tree is a small tree of ordinary files.
type tree map[string]string

func (t tree) Read(path string) ([]byte, bool) {
	text, ok := t[path]
	return []byte(text), ok
}

func (t tree) Paths() []string { return slices.Collect(maps.Keys(t)) }

func (t tree) contents() map[string]*patch.Content {
	m := map[string]*patch.Content{}
	for path, text := range t {
		m[path] = &patch.Content{Data: []byte(text), Mode: 0o644}
	}
	return m
}

// with returns the tree after the patch.
func (t tree) with(tb testing.TB, p patch.Patch) tree {
	tb.Helper()
	changed, err := p.Apply(t.Read)
	if err != nil {
		tb.Fatalf("the relocated patch does not apply: %v\n%s", err, p)
	}
	after := maps.Clone(t)
	for path, c := range changed {
		delete(after, path)
		if c != nil {
			after[path] = string(c.Data)
		}
	}
	return after
}

// The fault and its fix, in Go.
const (
	backoff = `package backoff

import "time"

// Policy doubles the pause on every retry, up to Max.
type Policy struct {
	Base time.Duration
	Max  time.Duration
}

// Delay returns the pause before the given retry.
func (p Policy) Delay(retry int) time.Duration {
	if retry < 0 {
		retry = 0
	}
	d := p.Base << uint(retry)
	if d > p.Max {
		d = p.Max
	}
	return d
}

// Total is the pause of all retries.
func (p Policy) Total(retries int) time.Duration {
	var sum time.Duration
	for i := range retries {
		sum += p.Delay(i)
	}
	return sum
}
`
	shift = "	d := p.Base << uint(retry)\n	if d > p.Max {\n		d = p.Max\n	}\n	return d\n"
	loop  = "	d := p.Base\n	for ; retry > 0 && d < p.Max; retry-- {\n		d *= 2\n	}\n	return min(d, p.Max)\n"
)

var fixed = strings.Replace(backoff, shift, loop, 1)

func fix(before, after tree) patch.Patch { return patch.Diff(before.contents(), after.contents()) }

var theFix = fix(tree{"backoff.go": backoff}, tree{"backoff.go": fixed})

// replaced returns the text with each old replaced by its new; every old must occur.
func replaced(tb testing.TB, text string, oldNew ...string) string {
	tb.Helper()
	for i := 0; i < len(oldNew); i += 2 {
		if !strings.Contains(text, oldNew[i]) {
			tb.Fatalf("no %q in\n%s", oldNew[i], text)
		}
		text = strings.Replace(text, oldNew[i], oldNew[i+1], 1)
	}
	return text
}

func TestOnto(t *testing.T) {
	const above = "// Min is the shortest pause.\nconst Min = time.Millisecond\n\n"
	policy := "// Policy doubles"
	nested := func(text string) string { // one level deeper, as in a namespace
		var b strings.Builder
		for l := range strings.Lines(text) {
			if l != "\n" {
				b.WriteByte('\t')
			}
			b.WriteString(l)
		}
		return b.String()
	}
	spaces := func(text string) string { return strings.ReplaceAll(text, "\t", "    ") }
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	tests := map[string]struct {
		edit  func(string) string // of the text before; the same makes the text wanted
		path  string              // "" for its own
		blind bool                // the text before is not known
		how   relocate.How
	}{
		"as it stands":        {func(s string) string { return s }, "", false, relocate.Exact},
		"as it stands, blind": {func(s string) string { return s }, "", true, relocate.Exact},
		"lines above":         {func(s string) string { return replaced(t, s, policy, above+policy) }, "", false, relocate.Shifted},
		"lines above, blind":  {func(s string) string { return replaced(t, s, policy, above+policy) }, "", true, relocate.Shifted},
		"lines below":         {func(s string) string { return s + "\n// End.\n" }, "", true, relocate.Exact},
		"a comment in the context": {func(s string) string {
			return replaced(t, s, "		retry = 0\n", "		retry = 0 // the first\n")
		}, "", false, relocate.ThreeWay},
		"a comment in the context, blind": {func(s string) string {
			return replaced(t, s, "		retry = 0\n", "		retry = 0 // the first\n")
		}, "", true, relocate.Fuzzy},
		"a line inserted just before": {func(s string) string {
			return replaced(t, s, "		retry = 0\n	}\n", "		retry = 0\n	}\n	log(retry)\n")
		}, "", false, relocate.ThreeWay},
		"a line inserted just before, blind": {func(s string) string {
			return replaced(t, s, "		retry = 0\n	}\n", "		retry = 0\n	}\n	log(retry)\n")
		}, "", true, relocate.Fuzzy},
		"deeper":                    {nested, "", false, relocate.ThreeWay},
		"deeper, blind":             {nested, "", true, relocate.Fuzzy},
		"spaces for tabs":           {spaces, "", false, relocate.ThreeWay},
		"spaces for tabs, blind":    {spaces, "", true, relocate.Fuzzy},
		"carriage returns":          {crlf, "", false, relocate.Exact},
		"carriage returns, blind":   {crlf, "", true, relocate.Exact},
		"no final newline":          {func(s string) string { return strings.TrimSuffix(s, "\n") }, "", false, relocate.Exact},
		"another receiver":          {func(s string) string { return replaceWord(s, "p", "pol") }, "", false, relocate.Fuzzy},
		"another receiver, blind":   {func(s string) string { return replaceWord(s, "p", "pol") }, "", true, relocate.Fuzzy},
		"renamed file":              {func(s string) string { return s }, "retry/delay.go", false, relocate.Renamed},
		"renamed file, moved lines": {func(s string) string { return replaced(t, s, policy, above+policy) }, "retry/delay.go", false, relocate.Renamed},
		"moved file, blind":         {func(s string) string { return s }, "retry/backoff.go", true, relocate.Renamed},
		"in another file": {func(s string) string {
			return "package net\n\n" + s[strings.Index(s, "// Delay returns"):strings.Index(s, "// Total")] + strings.Repeat("\n// What else this file has.\nfunc other() {}\n", 20)
		}, "net/client.go", false, relocate.Elsewhere},
		"in another file, deeper, blind": {func(s string) string {
			return "package net\n\n" + nested(s[strings.Index(s, "// Delay returns"):strings.Index(s, "// Total")])
		}, "net/client.go", true, relocate.Elsewhere},
		"in another file, with other names": {func(s string) string {
			return "package net\n\n" + replaceWord(s[strings.Index(s, "// Delay returns"):strings.Index(s, "// Total")], "p", "q")
		}, "net/client.go", false, relocate.Elsewhere},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			path := tc.path
			if path == "" {
				path = "backoff.go"
			}
			now := tree{path: tc.edit(backoff), "main.go": "package main\n\nfunc main() {\n	run()\n}\n"}
			before := map[string]string{"backoff.go": backoff}
			if tc.blind {
				before = nil
			}
			got, err := relocate.Onto(now, theFix, before)
			if err != nil {
				t.Fatal(err)
			}
			want := maps.Clone(now)
			want[path] = tc.edit(fixed)
			if diff := cmp.Diff(want, now.with(t, got.Patch)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got.How != tc.how {
				t.Errorf("how %q, want %q", got.How, tc.how)
			}
			placed := []relocate.Placed{{From: "backoff.go", To: path, How: tc.how}}
			if diff := cmp.Diff(placed, got.Placed); diff != "" {
				t.Errorf("placed: -want +got:\n%s", diff)
			}
		})
	}
}

// replaceWord renames a Go identifier that stands alone.
func replaceWord(text, word, to string) string {
	for _, after := range []string{".", " ", ")"} {
		for _, before := range []string{" ", "(", "\t"} {
			text = strings.ReplaceAll(text, before+word+after, before+to+after)
		}
	}
	return text
}

func TestOntoRefuses(t *testing.T) {
	body := backoff[strings.Index(backoff, "func (p Policy) Delay"):strings.Index(backoff, "// Total")]
	tests := map[string]struct {
		now   tree
		blind bool
		want  error
	}{
		"already applied":               {tree{"backoff.go": fixed}, false, relocate.ErrAlreadyApplied},
		"already applied, blind":        {tree{"backoff.go": fixed}, true, relocate.ErrAlreadyApplied},
		"already applied, moved":        {tree{"backoff.go": "// New.\n" + fixed + "// New.\n"}, false, relocate.ErrAlreadyApplied},
		"already applied, moved, blind": {tree{"backoff.go": "// New.\n" + fixed + "// New.\n"}, true, relocate.ErrAlreadyApplied},
		"already applied, deeper":       {tree{"backoff.go": strings.ReplaceAll(fixed, "\n\t", "\n\t\t")}, false, relocate.ErrAlreadyApplied},
		"fixed in another way":          {tree{"backoff.go": replaced(t, backoff, shift, "	return p.Base * time.Duration(retry)\n")}, false, relocate.ErrNoPlace},
		"the code is gone":              {tree{"backoff.go": "package backoff\n"}, false, relocate.ErrNoPlace},
		"an empty tree":                 {tree{}, false, relocate.ErrNoPlace},
		"two copies elsewhere":          {tree{"a.go": "package a\n\n" + body, "b.go": "package b\n\n" + body}, false, relocate.ErrAmbiguous},
		"two copies in one file":        {tree{"a.go": "package a\n\n" + body + "\n" + body}, false, relocate.ErrAmbiguous},
		"two copies at home, blind":     {tree{"backoff.go": "package a\n\n" + body + "\n" + body}, true, relocate.ErrAmbiguous},
		"two likely renames":            {tree{"a.go": backoff, "b.go": backoff}, false, relocate.ErrAmbiguous},
		"another language":              {tree{"backoff.txt": backoff}, false, relocate.ErrNoPlace},
		"only in a test":                {tree{"backoff_test.go": backoff}, false, relocate.ErrNoPlace},
		"one line differs":              {tree{"other.go": replaced(t, body, "p.Base << uint(retry)", "p.Base * 2")}, false, relocate.ErrNoPlace},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			before := map[string]string{"backoff.go": backoff}
			if tc.blind {
				before = nil
			}
			got, err := relocate.Onto(tc.now, theFix, before)
			if !errors.Is(err, tc.want) {
				t.Fatalf("error %v, want %v; %s\n%s", err, tc.want, got.How, got.Patch)
			}
		})
	}
}

// A file that mixes tabs and blanks keeps them: nothing around the change moved.
func TestMixedIndentationStays(t *testing.T) {
	before := "class A {\n\tint tab;\n\tint tab2;\n    int get() {\n        return value\n            .first();\n    }\n}\n"
	after := replaced(t, before, "        return value\n", "        return ready\n            ? none\n                : value\n")
	now := "// A.\n" + before
	got, err := relocate.Onto(tree{"A.java": now}, fix(tree{"A.java": before}, tree{"A.java": after}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tree{"A.java": "// A.\n" + after}, tree{"A.java": now}.with(t, got.Patch)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFinalNewlineIsTheFilesUnlessChanged(t *testing.T) {
	tests := map[string]struct{ before, after, now, want string }{
		"kept":        {"a = 1\nb = 2\n", "a = 1\nb = 3\n", "z = 0\na = 1\nb = 2", "z = 0\na = 1\nb = 3"},
		"kept absent": {"a = 1\nb = 2", "a = 1\nb = 3", "z = 0\na = 1\nb = 2\n", "z = 0\na = 1\nb = 3\n"},
		"given":       {"a = 1\nb = 2", "a = 1\nb = 2\n", "z = 0\na = 1\nb = 2", "z = 0\na = 1\nb = 2\n"},
		"taken":       {"a = 1\nb = 2\n", "a = 1\nb = 3", "z = 0\na = 1\nb = 2\n", "z = 0\na = 1\nb = 3"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			now := tree{"x.py": tc.now}
			got, err := relocate.Onto(now, fix(tree{"x.py": tc.before}, tree{"x.py": tc.after}), map[string]string{"x.py": tc.before})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tree{"x.py": tc.want}, now.with(t, got.Patch)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Two functions end alike; only the text before can tell which one is meant.
func TestTextBeforeTellsCopiesApart(t *testing.T) {
	const tail = "	n := len(xs)\n	if n > limit {\n		n = limit\n	}\n	return xs[:n-1]\n}\n\n// ----\n"
	before := "func first(xs []int) []int {\n	prepare()\n	check()\n" + tail + "\nfunc last() {}\n"
	after := replaced(t, before, "n-1", "n")
	now := "func zeroth(xs []int) []int {\n	scan()\n	count()\n" + tail + "\n" + before
	change := fix(tree{"x.go": before}, tree{"x.go": after})
	got, err := relocate.Onto(tree{"x.go": now}, change, map[string]string{"x.go": before})
	if err != nil {
		t.Fatal(err)
	}
	want := "func zeroth(xs []int) []int {\n	scan()\n	count()\n" + tail + "\n" + after
	if diff := cmp.Diff(tree{"x.go": want}, tree{"x.go": now}.with(t, got.Patch)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := relocate.Onto(tree{"x.go": now}, change, nil); !errors.Is(err, relocate.ErrAmbiguous) {
		t.Errorf("without the text before: error %v, want ambiguous", err)
	}
}

// A stated line number is no evidence when the copy that stands there now is another.
func TestLineNumberAloneIsNoPlace(t *testing.T) {
	const block = "	a()\n	b()\n	c()\n	broken()\n	d()\n	e()\n	f()\n}\n"
	before := "func one() {\n" + block
	after := replaced(t, before, "broken", "working")
	now := "func two() {\n" + block + "func one() {\n" + block
	got, err := relocate.Onto(tree{"x.go": now}, fix(tree{"x.go": before}, tree{"x.go": after}), map[string]string{"x.go": before})
	if err != nil {
		t.Fatal(err)
	}
	want := "func two() {\n" + block + after
	if diff := cmp.Diff(tree{"x.go": want}, tree{"x.go": now}.with(t, got.Patch)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An addition at the end of a file, or after its context, must not be made twice.
func TestInsertionIsNotRepeated(t *testing.T) {
	before := "alpha = 1\nbeta = 2\ngamma = 3\n"
	after := before + "delta = 4\n"
	change := fix(tree{"x.py": before}, tree{"x.py": after})
	for name, now := range map[string]string{"as it was": after, "and more": after + "epsilon = 5\n", "moved": "zero = 0\n" + after} {
		for _, texts := range []map[string]string{nil, {"x.py": before}} {
			if got, err := relocate.Onto(tree{"x.py": now}, change, texts); !errors.Is(err, relocate.ErrAlreadyApplied) {
				t.Errorf("%s: error %v, %s\n%s", name, err, got.How, got.Patch)
			}
		}
	}
}

func TestHalfAppliedIsCompleted(t *testing.T) {
	before := "one()\n" + strings.Repeat("filler()\n", 9) + "two()\nend()\n"
	half := replaced(t, before, "one()", "one(1)")
	after := replaced(t, half, "two()", "two(2)")
	got, err := relocate.Onto(tree{"x.js": half}, fix(tree{"x.js": before}, tree{"x.js": after}), map[string]string{"x.js": before})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tree{"x.js": after}, tree{"x.js": half}.with(t, got.Patch)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWholeFiles(t *testing.T) {
	made := fix(tree{}, tree{"new.go": "package x\n"})
	gone := fix(tree{"old.go": "package x\n"}, tree{})
	tests := map[string]struct {
		change patch.Patch
		now    tree
		want   tree
		err    error
	}{
		"new":                        {made, tree{}, tree{"new.go": "package x\n"}, nil},
		"new, there already":         {made, tree{"new.go": "package x\r\n"}, nil, relocate.ErrAlreadyApplied},
		"new, another is there":      {made, tree{"new.go": "package y\n"}, nil, relocate.ErrNoPlace},
		"deleted":                    {gone, tree{"old.go": "package x\n"}, tree{}, nil},
		"deleted already":            {gone, tree{}, nil, relocate.ErrAlreadyApplied},
		"deleted, but changed since": {gone, tree{"old.go": "package y\n"}, nil, relocate.ErrNoPlace},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := relocate.Onto(tc.now, tc.change, nil)
			if !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v", err, tc.err)
			}
			if err == nil {
				if diff := cmp.Diff(tc.want, tc.now.with(t, got.Patch)); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// A patch of two files of which one has its change already is about the other.
func TestFilesAreRelocatedOneByOne(t *testing.T) {
	before := tree{"a.go": backoff, "b.go": "package b\n\nvar limit = 10\n"}
	after := tree{"a.go": fixed, "b.go": "package b\n\nvar limit = 20\n"}
	now := tree{"a.go": fixed, "b.go": "// B.\npackage b\n\nvar limit = 10\n"}
	got, err := relocate.Onto(now, fix(before, after), before)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.go"}, got.Patch.Paths()); diff != "" {
		t.Errorf("paths: -want +got:\n%s", diff)
	}
	now["b.go"] = "package b\n"
	if got, err := relocate.Onto(now, fix(before, after), before); !errors.Is(err, relocate.ErrNoPlace) {
		t.Errorf("half of a patch was relocated: %v\n%s", err, got.Patch)
	}
}

// What is a keyword of one language is a name in another, and can be renamed there alone.
func TestNamesThatAreWordsElsewhere(t *testing.T) {
	const loop = `function pairs (header) {
  const out = new Map()
  let match
  while ((match = pattern.exec(header))) {
    index += match[0].length
    key = match[1]
    value = match[2]
    out.set(key, unquoted(value))
  }
  return out
}
`
	fixed := replaced(t, loop, "key = match[1]", "key = match[1].toLowerCase()")
	for name, test := range map[string]struct {
		to  string
		err error
	}{
		"a.js": {"found", nil},
		"a.py": {"found", nil}, // whatever the text is: its names are those of the file's ending
		"a.rs": {"found", relocate.ErrNoPlace},
		"a.xy": {"found", relocate.ErrNoPlace},
		"b.js": {"while", relocate.ErrNoPlace},
	} {
		now := tree{name: strings.ReplaceAll(loop, "match", test.to)}
		got, err := relocate.Onto(now, fix(tree{name: loop}, tree{name: fixed}), nil)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v, want %v", name, err, test.err)
			continue
		}
		if want := strings.ReplaceAll(fixed, "match", test.to); err == nil && now.with(t, got.Patch)[name] != want {
			t.Errorf("%s:\n%s", name, now.with(t, got.Patch)[name])
		}
	}
}

// Where several files fit, they are named.
func TestAmbiguousPlacesAreNamed(t *testing.T) {
	body := backoff[strings.Index(backoff, "func (p Policy) Delay"):strings.Index(backoff, "// Total")]
	for _, now := range []tree{{"a.go": "package a\n\n" + body, "b.go": "package b\n\n" + body}, {"a.go": backoff, "b.go": backoff}} {
		_, err := relocate.Onto(now, theFix, map[string]string{"backoff.go": backoff})
		if err == nil || !strings.Contains(err.Error(), `more than one place fits the patch: in "a.go" and "b.go"`) {
			t.Errorf("%v", err)
		}
	}
}
