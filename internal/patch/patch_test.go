package patch_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

// tree is a small tree of ordinary files.
type tree map[string]string

func (t tree) read(path string) ([]byte, bool) {
	text, ok := t[path]
	return []byte(text), ok
}

func (t tree) contents() map[string]*patch.Content {
	m := map[string]*patch.Content{}
	for path, text := range t {
		m[path] = &patch.Content{Data: []byte(text), Mode: 0o644}
	}
	return m
}

// apply returns the tree that the patch makes of t.
func (t tree) apply(tb testing.TB, p patch.Patch) tree {
	tb.Helper()
	changed, err := p.Apply(t.read)
	if err != nil {
		tb.Fatalf("Apply: %v\n%s", err, p)
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

func parse(tb testing.TB, text string) patch.Patch {
	tb.Helper()
	p, err := patch.Parse(text)
	if err != nil {
		tb.Fatalf("Parse: %v\n%s", err, text)
	}
	return p
}

// printed are patches that git made; each must come back as it is.
var printed = map[string]string{
	"one line": `diff --git a/x.go b/x.go
index 7e65ee4..54665fb 100644
--- a/x.go
+++ b/x.go
@@ -1,3 +1,3 @@ func main() {
 a
-b
+c
 d
`,
	"no newline at the end": `diff --git a/x b/x
index 2e65efe..6b2aaa7 100644
--- a/x
+++ b/x
@@ -1 +1 @@
-a
\ No newline at end of file
+b
\ No newline at end of file
`,
	"newline added at the end": `diff --git a/x b/x
index 2e65efe..7898192 100644
--- a/x
+++ b/x
@@ -1 +1 @@
-a
\ No newline at end of file
+a
`,
	"carriage returns": "diff --git a/x b/x\nindex 2e65efe..7898192 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n",
	"new file": `diff --git a/n b/n
new file mode 100644
index 0000000..7898192
--- /dev/null
+++ b/n
@@ -0,0 +1 @@
+a
`,
	"new empty file": `diff --git a/n b/n
new file mode 100755
index 0000000..e69de29
`,
	"deleted file": `diff --git a/n b/n
deleted file mode 100644
index 7898192..0000000
--- a/n
+++ /dev/null
@@ -1 +0,0 @@
-a
`,
	"mode alone": `diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`,
	"rename": `diff --git a/old name b/new name
similarity index 80%
rename from old name
rename to new name
index 7e65ee4..54665fb 100644
--- a/old name	
+++ b/new name	
@@ -1,2 +1,2 @@
 a
-b
+c
`,
	"quoted name": `diff --git "a/caf\303\251\ttab" "b/caf\303\251\ttab"
index 7e65ee4..54665fb 100644
--- "a/caf\303\251\ttab"
+++ "b/caf\303\251\ttab"
@@ -1 +1 @@
-a
+b
`,
	"symlink": `diff --git a/l b/l
new file mode 120000
index 0000000..1de5659
--- /dev/null
+++ b/l
@@ -0,0 +1 @@
+target
\ No newline at end of file
`,
	"submodule": `diff --git a/sub b/sub
index 7e65ee4..54665fb 160000
--- a/sub
+++ b/sub
@@ -1 +1 @@
-Subproject commit 7e65ee4000000000000000000000000000000000
+Subproject commit 54665fb000000000000000000000000000000000
`,
	"binary without its content": `diff --git a/i.png b/i.png
index 7e65ee4..54665fb 100644
Binary files a/i.png and b/i.png differ
`,
}

func TestParsePrintsWhatItRead(t *testing.T) {
	// What our form leaves out or spells in another way, and means the same.
	same := strings.NewReplacer("similarity index 80%\n", "", `\ttab`, `\011tab`)
	for name, text := range printed {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(same.Replace(text), parse(t, text).String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParsePlainDiffs(t *testing.T) {
	const hunk = "@@ -1 +1 @@\n-a\n+b\n"
	tests := map[string]struct {
		text string
		want []string
	}{
		"prefixes":           {"--- a/src/x.c\n+++ b/src/x.c\n" + hunk, []string{"src/x.c"}},
		"dates":              {"--- a/x.c\t2024-01-01 10:00:00 +0100\n+++ b/x.c\t2024-01-02 10:00:00 +0100\n" + hunk, []string{"x.c"}},
		"no prefix":          {"--- src/x.c\n+++ src/x.c\n" + hunk, []string{"src/x.c"}},
		"new":                {"--- /dev/null\n+++ b/x.c\n@@ -0,0 +1 @@\n+b\n", []string{"x.c"}},
		"deleted":            {"--- a/x.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", []string{"x.c"}},
		"git without a mode": {"diff --git a/x.c b/x.c\n--- /dev/null\n+++ b/x.c\n@@ -0,0 +1 @@\n+b\n", []string{"x.c"}},
		"words around it":    {"Here it is:\n\n--- a/x.c\n+++ b/x.c\n" + hunk + "\nThat is all.\n", []string{"x.c"}},
		"nothing":            {"I could not find a fix.\n", nil},
		"empty":              {"", nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, parse(t, tc.text).Paths()); diff != "" {
				t.Errorf("paths: -want +got:\n%s", diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	file := func(name, body string) string {
		return "diff --git a/" + name + " b/" + name + "\n--- a/" + name + "\n+++ b/" + name + "\n" + body
	}
	const hunk = "@@ -1 +1 @@\n-a\n+b\n"
	tests := map[string]struct {
		text string
		want error
	}{
		"a path upwards":        {file("../x", hunk), patch.ErrMalformed},
		"an inner path upwards": {file("d/../../x", hunk), patch.ErrMalformed},
		"an absolute path":      {"--- /etc/passwd\n+++ /etc/passwd\n" + hunk, patch.ErrMalformed},
		"a line feed in a name": {"diff --git \"a/x\\ny\" \"b/x\\ny\"\n--- \"a/x\\ny\"\n+++ \"b/x\\ny\"\n" + hunk, patch.ErrMalformed},
		"one file twice":        {file("x", hunk) + file("x", hunk), patch.ErrMalformed},
		"hunks out of order":    {file("x", "@@ -9 +9 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n"), patch.ErrMalformed},
		"hunks that overlap":    {file("x", "@@ -1,2 +1,2 @@\n-a\n+b\n c\n@@ -2 +2 @@\n-c\n+d\n"), patch.ErrMalformed},
		"a wrong count":         {file("x", "@@ -1,3 +1 @@\n-a\n+b\n"), patch.ErrMalformed},
		"a hunk without a file": {"@@ -1 +1 @@\n-a\n+b\n", patch.ErrMalformed},
		"an unknown mode":       {"diff --git a/x b/x\nnew file mode 060000\n", patch.ErrMalformed},
		"lines after the end":   {file("x", "@@ -1,2 +1,2 @@\n-a\n\\ No newline at end of file\n-b\n+c\n+d\n"), patch.ErrMalformed},
		"too much":              {strings.Repeat("x", patch.MaxBytes+1), patch.ErrTooLarge},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := patch.Parse(tc.text); !errors.Is(err, tc.want) {
				t.Errorf("error %v, want %v", err, tc.want)
			}
		})
	}
}

func TestApplyIsStrict(t *testing.T) {
	change := parse(t, "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n")
	tests := map[string]struct {
		text string
		line int
	}{
		"moved by a line":  {"0\na\nb\nc\nd\n", 2},
		"other context":    {"a\nb\nc\nD\n", 4},
		"other end":        {"a\nb\nc\r\nd\n", 3},
		"too short":        {"a\nb\n", 3},
		"missing newline":  {"a\nb\nc\nd", 4},
		"already applied":  {"a\nb\nC\nd\n", 3},
		"far too short":    {"", 2},
		"fits (sanity)":    {"a\nb\nc\nd\n", 0},
		"fits, goes on":    {"a\nb\nc\nd\ne", 0},
		"fits, has a blob": {"\xff\nb\nc\nd\n", 0},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := change.Apply(tree{"x": tc.text}.read)
			var conflict *patch.Conflict
			switch {
			case tc.line == 0 && err != nil:
				t.Fatal(err)
			case tc.line == 0:
			case !errors.As(err, &conflict) || !errors.Is(err, patch.ErrConflict):
				t.Fatalf("error %v, want a conflict", err)
			case conflict.Line != tc.line || conflict.Path != "x":
				t.Errorf("conflict %v, want line %d", err, tc.line)
			}
		})
	}
}

func TestApplyWholeFiles(t *testing.T) {
	tests := map[string]struct {
		change string
		before tree
		ok     bool
	}{
		"a new file that is there":          {printed["new file"], tree{"n": "a\n"}, false},
		"a new file":                        {printed["new file"], tree{}, true},
		"a deleted file with more in it":    {printed["deleted file"], tree{"n": "a\nb\n"}, false},
		"a deleted file":                    {printed["deleted file"], tree{"n": "a\n"}, true},
		"a file that is not there":          {printed["one line"], tree{}, false},
		"a rename onto a file":              {printed["rename"], tree{"old name": "a\nb\n", "new name": ""}, false},
		"a rename":                          {printed["rename"], tree{"old name": "a\nb\n"}, true},
		"a binary file without its content": {printed["binary without its content"], tree{"i.png": "\x00"}, false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			changed, err := parse(t, tc.change).Apply(tc.before.read)
			if ok := err == nil; ok != tc.ok {
				t.Fatalf("error %v, want ok: %v", err, tc.ok)
			}
			if err != nil && changed != nil {
				t.Error("a part of a patch that does not fit was returned")
			}
		})
	}
}

func TestTwoFilesMayTradeNames(t *testing.T) {
	p := parse(t, "diff --git a/x b/y\nrename from x\nrename to y\ndiff --git a/y b/x\nrename from y\nrename to x\n")
	got := tree{"x": "1\n", "y": "2\n"}.apply(t, p)
	if diff := cmp.Diff(tree{"x": "2\n", "y": "1\n"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBinaryContentIsBounded(t *testing.T) {
	zeros := &patch.Content{Data: make([]byte, 40<<20)}
	p := patch.Diff(nil, map[string]*patch.Content{"z": zeros})
	if _, err := p.Apply(tree{}.read); !errors.Is(err, patch.ErrConflict) {
		t.Errorf("a patch of %d bytes made 40 MiB; error %v", len(p.String()), err)
	}
}

func TestHashKeepsWhatMatters(t *testing.T) {
	base := printed["one line"]
	tests := map[string]struct {
		text string
		same bool
	}{
		"shifted":         {strings.Replace(base, "-1,3 +1,3", "-41,3 +45,3", 1), true},
		"another section": {strings.Replace(base, "main", "run", 1), true},
		"other blobs":     {strings.Replace(base, "7e65ee4", "1111111", 1), true},
		"another line":    {strings.Replace(base, "+c", "+e", 1), false},
		"other context":   {strings.Replace(base, " d", " e", 1), false},
		"another file":    {strings.ReplaceAll(base, "x.go", "y.go"), false},
		"another end":     {strings.Replace(base, "+c\n", "+c\r\n", 1), false},
		"a new mode":      {strings.Replace(base, "index 7e65ee4..54665fb 100644", "old mode 100644\nnew mode 100755", 1), false},
	}
	want := parse(t, base).Hash()
	for name, tc := range tests {
		if got := parse(t, tc.text).Hash(); (got == want) != tc.same {
			t.Errorf("%s: same hash %v, want %v", name, got == want, tc.same)
		}
	}
	if len(want) != 64 {
		t.Errorf("hash %q is not a SHA-256 in hex", want)
	}
}

func TestStat(t *testing.T) {
	files, added, removed := parse(t, printed["one line"]+printed["rename"]+printed["mode alone"]).Stat()
	if files != 3 || added != 2 || removed != 2 {
		t.Errorf("got %d files, +%d -%d", files, added, removed)
	}
}

func TestJSONKeepsEveryByte(t *testing.T) {
	for name, text := range map[string]string{
		"text":     printed["one line"],
		"latin-1":  strings.Replace(printed["one line"], "+c", "+caf\xe9", 1),
		"no patch": "",
	} {
		t.Run(name, func(t *testing.T) {
			want := parse(t, text)
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got patch.Patch
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestModesComeBack(t *testing.T) {
	for _, mode := range []fs.FileMode{0o644, 0o755, fs.ModeSymlink | 0o777} {
		p := parse(t, patch.Diff(nil, map[string]*patch.Content{"x": {Data: []byte("a"), Mode: mode}}).String())
		after, err := p.Apply(tree{}.read)
		if err != nil {
			t.Fatal(err)
		}
		if got := after["x"].Mode; got != mode {
			t.Errorf("mode %v came back as %v", mode, got)
		}
	}
}

// FuzzParse looks for texts that parse, and do not come back from their print as
// the same patch.
func FuzzParse(f *testing.F) {
	for _, text := range printed {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := patch.Parse(text)
		if err != nil {
			return
		}
		again, err := patch.Parse(p.String())
		if err != nil {
			t.Fatalf("the print does not parse: %v\n%q", err, p.String())
		}
		if p.String() != again.String() || p.Hash() != again.Hash() {
			t.Fatalf("two prints differ:\n%q\n%q", p.String(), again.String())
		}
	})
}

// FuzzApply looks for pairs of texts whose patch does not lead from one to the other.
func FuzzApply(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc\n")
	f.Add("a\r\nb", "a\r\nb\r\n")
	f.Add("", "\n")
	f.Add("\x00", "a")
	f.Fuzz(func(t *testing.T, from, to string) {
		before, after := tree{"x": from}, tree{"x": to}
		p := parse(t, patch.Diff(before.contents(), after.contents()).String())
		if p.Empty() != (from == to) {
			t.Fatalf("empty patch %v for %q and %q", p.Empty(), from, to)
		}
		if got := before.apply(t, p)["x"]; got != to {
			t.Fatalf("got %q, want %q, by\n%s", got, to, p)
		}
	})
}
