package labelled

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/recall"
)

// failures has the small projects whose real failures are labelled; its README has the
// format.
const failures = "../../../testdata/failures"

// project is a small project with planted faults.
type project struct {
	name     string
	Language string `json:"language"`
	Role     string `json:"role"` // memory or asked
	Aside    bool   `json:"aside"`
	After    string `json:"after"` // the project of which it is a later state
}

// label says what a failure of a log is.
type label struct {
	Test        string   `json:"test"`
	File        string   `json:"file"`
	Message     string   `json:"message"`
	Cause       string   `json:"cause"`
	Description string   `json:"description"`
	Paths       []string `json:"paths"`
	Diff        string   `json:"diff"`
}

func (l label) fits(f failure.Failure) bool {
	return (l.Test != "" || l.File != "" || l.Message != "") && (l.Test == "" || l.Test == f.Test) &&
		(l.File == "" || l.File == f.File) && strings.Contains(f.Message, l.Message)
}

func projects(t *testing.T) []project {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(failures, "*", "project.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no projects in %s: %v", failures, err)
	}
	var out []project
	for _, name := range names {
		p := project{name: filepath.Base(filepath.Dir(name))}
		if err := json.Unmarshal(read(t, name), &p); err != nil {
			t.Fatal(name, err)
		}
		out = append(out, p)
	}
	return out
}

func (p project) path(name string) string { return filepath.Join(failures, p.name, name) }

// logs are the names of the project's logs, without those of the other runs.
func (p project) logs(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(p.path("*.labels.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has no labels: %v", p.name, err)
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(filepath.Base(name), ".labels.jsonl")
	}
	return names
}

func (p project) labels(t *testing.T, log string) []label {
	t.Helper()
	var out []label
	err := eachLine(read(t, p.path(log+".labels.jsonl")), func(line []byte) error {
		var l label
		err := json.Unmarshal(line, &l)
		out = append(out, l)
		return err
	})
	if err != nil {
		t.Fatal(p.name, log, err)
	}
	return out
}

// parsed are the failures of a log, read as a run in its checkout reads them.
func (p project) parsed(t *testing.T, log string) []failure.Failure {
	t.Helper()
	cmd := strings.Split(strings.TrimSpace(string(read(t, p.path(log+".cmd")))), "\n")
	if len(cmd) != 4 || !strings.HasPrefix(cmd[1], "exit ") {
		t.Fatalf("%s/%s.cmd: want the command, its end, the versions and the checkout, got %q", p.name, log, cmd)
	}
	f, err := os.Open(p.path(log + ".log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := failure.Parse([]failure.Input{{Name: log, R: f}}, failure.Options{Root: cmd[3]})
	if err != nil {
		t.Fatal(p.name, log, err)
	}
	return r.Failures
}

// labelled are the failures of a log in the order of labels; each label must fit one
// failure and each failure must have one label.
func (p project) labelled(t *testing.T, log string, labels []label) []failure.Failure {
	t.Helper()
	found := p.parsed(t, log)
	out := make([]failure.Failure, len(labels))
	fitted := make([]int, len(found))
	for i, l := range labels {
		fits := 0
		for j, f := range found {
			if l.fits(f) {
				fits++
				fitted[j]++
				out[i] = f
			}
		}
		if fits != 1 {
			t.Errorf("%s/%s.log: the label %q %q %q of %s fits %d failures", p.name, log, l.Test, l.File, l.Message, l.Cause, fits)
		}
	}
	for j, n := range fitted {
		if f := found[j]; n != 1 {
			t.Errorf("%s/%s.log: %d labels fit the failure of %q in %q: %q", p.name, log, n, f.Test, f.File, f.Message)
		}
	}
	return out
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var (
	kebab   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	private = regexp.MustCompile(`(^|[^a-z])/(root|work|tmp/regreen[\w-]*)/[a-z]|pyenv`)
)

// Each label fits one failure of its log, each failure has a label, and each fix
// applies to the sources that are kept.
func TestRealFailuresAreLabelled(t *testing.T) {
	for _, p := range projects(t) {
		t.Run(p.name, func(t *testing.T) {
			if p.Language == "" || p.Role != "memory" && p.Role != "asked" {
				t.Errorf("language %q, role %q", p.Language, p.Role)
			}
			for _, log := range p.logs(t) {
				labels := p.labels(t, log)
				for i, f := range p.labelled(t, log, labels) {
					if f.Signature.Exact == "" {
						t.Errorf("%s: the failure of %s has no signature", log, labels[i].Cause)
					}
					p.check(t, labels[i])
				}
				if _, err := os.Stat(p.path(log + ".again.log")); err == nil {
					p.labelled(t, log+".again", labels)
				}
				for _, name := range []string{log + ".log", log + ".again.log"} {
					data, _ := os.ReadFile(p.path(name)) // there need not be another run
					if found := private.Find(data); found != nil {
						t.Errorf("%s names a private path: %s", name, found)
					}
				}
			}
		})
	}
}

func (p project) check(t *testing.T, l label) {
	t.Helper()
	if !kebab.MatchString(l.Cause) || len(l.Description) < 30 {
		t.Errorf("cause %q, description %q", l.Cause, l.Description)
	}
	fix, err := patch.Parse(l.Diff)
	if err != nil || fix.Empty() {
		t.Errorf("%s: diff: %v", l.Cause, err)
		return
	}
	_, err = fix.Apply(func(path string) ([]byte, bool) {
		data, err := os.ReadFile(p.path(filepath.Join("src", path)))
		return data, err == nil
	})
	if err != nil {
		t.Errorf("%s: the fix does not apply to src: %v", l.Cause, err)
	}
	if got := fix.Paths(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(l.Paths))) {
		t.Errorf("%s: the fix touches %q, the label says %q", l.Cause, got, l.Paths)
	}
}

// which chooses the projects of a set.
type which func(project) bool

func aside(p project) bool { return p.Aside && p.After == "" }

func tuned(p project) bool { return !p.Aside && p.After == "" }

func later(p project) bool { return !p.Aside && (p.After != "" || p.Role == "memory") }

func asideLater(p project) bool { return p.Aside && (p.After != "" || p.Role == "memory") }

// repo is the repository that the project is, or was before.
func (p project) repo() string { return Tenant + "/" + cmp.Or(p.After, p.name) }

// fromLogs is the set that the labelled logs of some projects make.
func fromLogs(t *testing.T, of which) Set {
	t.Helper()
	var s Set
	cures := map[string][]string{} // items by language and cause
	all := projects(t)
	each := func(role string, use func(p project, log string, labels []label)) {
		for _, p := range all {
			if p.Role != role || !of(p) {
				continue
			}
			for _, log := range p.logs(t) {
				use(p, log, p.labels(t, log))
			}
		}
	}
	names := map[string]int{}
	name := func(p project, log, cause string) string {
		id := p.name + "/" + log + " " + cause
		if names[id]++; names[id] > 1 {
			id += fmt.Sprintf(" %d", names[id])
		}
		return id
	}
	each("memory", func(p project, log string, labels []label) {
		again := make([]failure.Failure, len(labels))
		if _, err := os.Stat(p.path(log + ".again.log")); err == nil {
			again = p.labelled(t, log+".again", labels)
		}
		for i, f := range p.labelled(t, log, labels) {
			l := labels[i]
			item := Item{ID: name(p, log, l.Cause), Repo: p.repo(), Failure: lean(f), Description: l.Description, Paths: l.Paths, Patch: l.Diff}
			s.Items = append(s.Items, item)
			cures[p.Language+" "+l.Cause] = append(cures[p.Language+" "+l.Cause], item.ID)
			if again[i].Framework != "" {
				s.Queries = append(s.Queries, Query{ID: item.ID + " again", Class: Noise, Repo: p.repo(), Want: []string{item.ID}, Failure: lean(again[i])})
			}
		}
	})
	each("asked", func(p project, log string, labels []label) {
		for i, f := range p.labelled(t, log, labels) {
			q := Query{ID: name(p, log, labels[i].Cause), Class: Words, Repo: p.repo(), Want: cures[p.Language+" "+labels[i].Cause], Failure: lean(f), Standing: p.standing(s.Items)}
			if len(q.Want) == 0 {
				q.Class = None
			}
			s.Queries = append(s.Queries, q)
		}
	})
	return s
}

// standing are the items of the project's repository whose fixes are in src.
func (p project) standing(items []Item) []string {
	var out []string
	for _, i := range items {
		stands := func() bool {
			return recall.Stands(i.Record(), func(path string) ([]byte, bool) {
				data, err := os.ReadFile(p.path(filepath.Join("src", path)))
				return data, err == nil
			})
		}
		if i.Repo == p.repo() && stands() {
			out = append(out, i.ID)
		}
	}
	return out
}

// maxKept is how much of a message is kept; the signature is of the whole.
const maxKept = 2000

// maxFrames is how many frames of a stack are kept, those next to the failure first.
const maxFrames = 8

// lean is what of a failure recall looks at.
func lean(f failure.Failure) failure.Failure {
	f.Output, f.Attempts = "", 0
	f.Frames = slices.Clone(f.Frames[:min(len(f.Frames), maxFrames)])
	for i := range f.Frames {
		f.Frames[i].Line = 0
	}
	f.Message = strings.ToValidUTF8(f.Message[:min(len(f.Message), maxKept)], "")
	return f
}

// The sets in the program are those of the logs; -update writes them, and the vectors
// with them where the model is installed.
func TestRealSetsAreThoseOfTheLogs(t *testing.T) {
	for name, of := range map[string]which{"real": tuned, "real_aside": aside} {
		s := fromLogs(t, of)
		isWritten(t, name+"_records.jsonl.gz", lines(t, s.Items))
		isWritten(t, name+"_queries.jsonl.gz", lines(t, s.Queries))
	}
	for name, of := range map[string]which{"real_later": later, "real_aside_later": asideLater} {
		rerun := func(q Query) bool { return q.Class == Noise } // these are asked in the other set
		isWritten(t, name+"_queries.jsonl.gz", lines(t, slices.DeleteFunc(fromLogs(t, of).Queries, rerun)))
	}
}

// The sets that were written are in the folder of that name, to be read and changed.
func TestWrittenSetsAreThoseOfTheFolder(t *testing.T) {
	for _, name := range []string{"records.jsonl", "queries.jsonl", "aside_records.jsonl", "aside_queries.jsonl"} {
		isWritten(t, name+".gz", read(t, filepath.Join("written", name)))
	}
}

func lines[T any](t *testing.T, of []T) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, v := range of {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func isWritten(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, zipped(t, want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := unzip(read(t, name)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the logs, or the folder, say; run the tests of this package with -update: %v", name, err)
	}
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
