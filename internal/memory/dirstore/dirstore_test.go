package dirstore_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func open(t *testing.T, path string) *dirstore.Store {
	t.Helper()
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestConforms(t *testing.T) {
	memorytest.Suite{
		Open: func(t *testing.T) memory.Store { return open(t, t.TempDir()) },
		Again: func(t *testing.T, s memory.Store) memory.Store {
			return open(t, s.(*dirstore.Store).Path())
		},
	}.Run(t)
}

// asWriter makes the test binary a writer that is killed or that races others.
const asWriter = "REGREEN_TEST_DIRSTORE_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asWriter); dir != "" {
		if err := writeMany(dir, os.Getenv(asWriter+"_NAME")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

const perWriter = 25

func writeMany(dir, name string) error {
	ctx := context.Background()
	s, err := dirstore.Open(ctx, dirstore.Options{Path: dir})
	if err != nil {
		return err
	}
	same := memorytest.New("acme", "Same", memorytest.Embedded)
	for i := 0; i < perWriter || name == "endless"; i++ {
		err := errors.Join(s.Put(ctx, memorytest.New("acme", fmt.Sprint(name, i), memorytest.Embedded)), s.Put(ctx, same),
			s.Add(ctx, memory.Use{Tenant: "acme", ID: same.ID, Run: fmt.Sprint(name, i), Delta: memory.Counters{Recalled: 1}}))
		if err != nil {
			return err
		}
	}
	return s.Close()
}

func writer(dir, name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asWriter+"="+dir, asWriter+"_NAME="+name)
	return cmd
}

func put(t *testing.T, s memory.Store, records ...memory.Record) {
	t.Helper()
	for _, r := range records {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

func count(t *testing.T, s memory.Store) int {
	t.Helper()
	n := 0
	if err := memory.Each(t.Context(), s, "acme", func(memory.Record) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestProcessesThatWriteAtOnceLoseNothing(t *testing.T) {
	dir := t.TempDir()
	watcher := open(t, dir)
	const writers = 4
	var running []*exec.Cmd
	for i := range writers {
		cmd := writer(dir, fmt.Sprintf("w%d_", i))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	for name, s := range map[string]*dirstore.Store{"a store that was open": watcher, "a new one": open(t, dir)} {
		if got, want := count(t, s), writers*perWriter+1; got != want {
			t.Errorf("%s has %d records, want %d", name, got, want)
		}
		c, err := s.Counters(t.Context(), "acme", memorytest.New("acme", "Same").ID)
		if err != nil || c.Recalled != writers*perWriter {
			t.Errorf("%s counts %d, %v, want %d", name, c.Recalled, err, writers*perWriter)
		}
		if w := s.Warnings(); len(w) > 0 {
			t.Errorf("%s warns of %v", name, w)
		}
	}
}

// A kill at any instant leaves whole records only, and a store that can be used.
func TestKilledWriterLeavesWholeRecords(t *testing.T) {
	dir := t.TempDir()
	before := -1
	for round := range 5 {
		cmd := writer(dir, "endless")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(150+40*round) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		s := open(t, dir)
		if w := s.Warnings(); len(w) > 0 {
			t.Errorf("round %d: %v", round, w)
		}
		n := count(t, s)
		if n < before {
			t.Errorf("round %d: %d records, %d before the kill", round, n, before)
		}
		before = n
		put(t, s, memorytest.New("acme", fmt.Sprint("After", round)))
	}
}

func TestFilesThatAreNoRecords(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	good := memorytest.New("acme", "Alpha")
	put(t, s, good)
	data, err := os.ReadFile(filepath.Join(dir, good.ID+".json"))
	if err != nil {
		t.Fatal(err)
	}
	future := memorytest.New("acme", "Future")
	for name, text := range map[string]string{
		"half.json":                string(data[:len(data)/2]),
		"empty.json":               "",
		"list.json":                "[1,2]",
		future.ID + ".json":        `{"schema": 99, "symptoms": "of another type"}`,
		"renamed.json":             string(data),
		"huge.json":                strings.Repeat(" ", 5<<20),
		"hostile.json":             strings.Replace(string(data), `"x/Alpha.go"`, `"../../etc/passwd"`, 1),
		"notes.txt":                "not looked at",
		good.ID + ".json.tmp":      "not looked at",
		good.ID + "-copy.json":     string(data),
		".hidden-" + good.ID + "x": "not looked at",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if got := count(t, s); got != 1 {
		t.Errorf("%d records are served, want the good one", got)
	}
	warnings := strings.Join(s.Warnings(), "\n")
	for _, want := range []string{"half.json", "empty.json", "list.json", "schema 99", "renamed.json", "huge.json", "hostile.json", "same record as"} {
		if !strings.Contains(warnings, want) {
			t.Errorf("warnings do not tell of %s:\n%s", want, warnings)
		}
	}
	if len(s.Warnings()) != 8 {
		t.Errorf("%d warnings:\n%s", len(s.Warnings()), warnings)
	}
	// A record of the future is not written over; a broken file is set aside, not lost.
	if err := s.Put(t.Context(), future); !errors.Is(err, dirstore.ErrLaterSchema) {
		t.Errorf("put over a record of the future: %v", err)
	}
	broken := memorytest.New("acme", "Broken")
	if err := os.WriteFile(filepath.Join(dir, broken.ID+".json"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, s, broken)
	aside, err := filepath.Glob(filepath.Join(dir, broken.ID+".json.unreadable-*"))
	if err != nil || len(aside) != 1 {
		t.Errorf("the broken file is gone: %v, %v", aside, err)
	}
	if _, err := s.Get(t.Context(), "acme", broken.ID); err != nil {
		t.Errorf("get after it: %v", err)
	}
}

func TestOnlyRecordsAreJSON(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	put(t, s, r)
	if err := s.Add(t.Context(), memory.Use{Tenant: "acme", ID: r.ID, Run: "1", Delta: memory.Counters{Held: 1}}); err != nil {
		t.Fatal(err)
	}
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".json") {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil || !slices.Equal(names, []string{r.ID + ".json"}) {
		t.Errorf("JSON files: %v, %v", names, err)
	}
}

// What people do by hand to the files shows at once.
func TestFilesChangedByHand(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	a, b := memorytest.New("acme", "Alpha"), memorytest.New("acme", "Beta")
	put(t, s, a, b)
	if err := os.Remove(filepath.Join(dir, a.ID+".json")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "acme", a.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("get of a removed file: %v", err)
	}
	path := filepath.Join(dir, b.ID+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(data), `"status": "active"`, `"status": "quarantined"`, 1)
	if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	q := memory.Query{Tenant: "acme", Exact: b.Symptoms[0].Signature.Exact}
	for name, s := range map[string]*dirstore.Store{"open": s, "new": open(t, dir)} {
		if m, err := s.Search(t.Context(), q); len(m) != 0 || err != nil {
			t.Errorf("%s store shows a record that was quarantined by hand: %v", name, err)
		}
	}
}

func TestIndexIsOnlyAHelp(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var records []memory.Record
	for i := range 20 {
		records = append(records, memorytest.New("acme", fmt.Sprint("Topic", i), memorytest.Embedded))
	}
	put(t, s, records...)
	want, err := s.Search(t.Context(), memorytest.Ask("acme", "panic in Topic7: index out of range"))
	if err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(dir, ".regreen", "index")
	whole, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(whole)
	flipped[len(flipped)/2] ^= 0xff
	for name, damage := range map[string]func() error{
		"as it is":        func() error { return nil },
		"removed":         func() error { return os.Remove(index) },
		"empty":           func() error { return os.WriteFile(index, nil, 0o600) },
		"torn":            func() error { return os.WriteFile(index, whole[:len(whole)-100], 0o600) },
		"one bit off":     func() error { return os.WriteFile(index, flipped, 0o600) },
		"of another form": func() error { return os.WriteFile(index, []byte("regreen index 99\nabc"), 0o600) },
		"doubled": func() error {
			return os.WriteFile(index, append(slices.Clone(whole), whole[len("regreen index 2\n"):]...), 0o600)
		},
		"a record gone": func() error { return os.Remove(filepath.Join(dir, records[19].ID+".json")) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the index that the first one mended
			got, err := open(t, dir).Search(t.Context(), memorytest.Ask("acme", "panic in Topic7: index out of range"))
			if diff := cmp.Diff(want[0], got[0]); diff != "" || err != nil {
				t.Errorf("index %s: %v (-want +got):\n%s", name, err, diff)
			}
		}
	}
}

// A frame that lies about a record shows nothing that the record itself forbids.
func TestIndexIsNotBelieved(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	private := memorytest.New("acme", "Alpha", func(r *memory.Record) { r.Origin.Private = true })
	public := memory.Clone(private)
	public.Origin.Private = false
	at := time.Now().Add(-time.Hour)
	for d, r := range map[string]memory.Record{dir: private, other: public} {
		data, err := dirstore.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(d, r.ID+".json")
		// Same size and time, so that the foreign index fits.
		data = append(data, []byte(strings.Repeat(" ", 5000-len(data)))...)
		if err := errors.Join(os.WriteFile(path, data, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
		open(t, d)
	}
	index, err := os.ReadFile(filepath.Join(other, ".regreen", "index"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".regreen", "index"), index, 0o600); err != nil {
		t.Fatal(err)
	}
	q := memory.Query{Tenant: "acme", Exact: private.Symptoms[0].Signature.Exact, Filter: memory.Filter{Public: true}}
	if m, err := open(t, dir).Search(t.Context(), q); len(m) != 0 || err != nil {
		t.Errorf("a forged index shows a private record: %v", err)
	}
}

// What is deleted or marked is what the records say, not what a frame says of them.
func TestIndexDeletesNothing(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	theirs := memorytest.New("rival", "Alpha")
	ours := memory.Clone(theirs)
	ours.Tenant = "acmes" // as long
	at := time.Now().Add(-time.Hour)
	for d, r := range map[string]memory.Record{dir: theirs, other: ours} {
		data, err := dirstore.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(d, r.ID+".json")
		if err := errors.Join(os.WriteFile(path, data, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
		open(t, d)
	}
	index, err := os.ReadFile(filepath.Join(other, ".regreen", "index"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".regreen", "index"), index, 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	marked, markErr := s.SetStatus(t.Context(), memory.Selector{Tenant: "acmes"}, memory.Rejected, "x")
	deleted, deleteErr := s.Delete(t.Context(), memory.Selector{Tenant: "acmes"})
	if err := errors.Join(markErr, deleteErr); marked != 0 || deleted != 0 || err != nil {
		t.Errorf("%d marked, %d deleted, %v", marked, deleted, err)
	}
	if err := os.Remove(filepath.Join(dir, ".regreen", "index")); err != nil {
		t.Fatal(err)
	}
	if r, err := open(t, dir).Get(t.Context(), "rival", theirs.ID); err != nil || r.Status != memory.Active {
		t.Errorf("the other tenant's record: %v, %s", err, r.Status)
	}
}

// Nothing is written that the audit log cannot tell of.
func TestNoWriteWithoutItsAuditLine(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	put(t, s, r)
	log := filepath.Join(dir, "audit.log")
	if err := errors.Join(os.Remove(log), os.Mkdir(log, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), memorytest.New("acme", "Beta")); err == nil {
		t.Error("put went through")
	}
	if n, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, "x"); n != 0 || err == nil {
		t.Errorf("status: %d, %v", n, err)
	}
	if n, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme"}); n != 0 || err == nil {
		t.Errorf("delete: %d, %v", n, err)
	}
	if got, err := s.Get(t.Context(), "acme", r.ID); count(t, s) != 1 || err != nil || got.Status != memory.Active {
		t.Errorf("%d records, %v, %s", count(t, s), err, got.Status)
	}
}

// A change that did not go through is told of as that.
func TestAuditOfWhatFailed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, memorytest.New("acme", "Alpha"))
	if n, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, strings.Repeat("x", memory.MaxDescription+1)); n != 0 || !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("%d, %v", n, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "audit.log"))
	if err != nil || !strings.Contains(string(data), `"op":"status rejected ended","tenant":"acme","count":0`) {
		t.Errorf("%v\n%.600s", err, data)
	}
}

func FuzzIndex(f *testing.F) {
	dir := f.TempDir()
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	data, err := dirstore.Encode(r)
	if err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, r.ID+".json"), data, 0o600); err != nil {
		f.Fatal(err)
	}
	if _, err := dirstore.Open(f.Context(), dirstore.Options{Path: dir}); err != nil {
		f.Fatal(err)
	}
	index := filepath.Join(dir, ".regreen", "index")
	whole, err := os.ReadFile(index)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte("regreen index 2\n\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(index, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := dirstore.Open(t.Context(), dirstore.Options{Path: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), "acme", r.ID); err != nil {
			t.Errorf("the record is not served: %v", err)
		}
	})
}

func FuzzRecordFile(f *testing.F) {
	good, err := dirstore.Encode(memorytest.New("acme", "Alpha", memorytest.Embedded))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"schema":1,"symptoms":[{}],"vectors":{"symptom":[1e999]}}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	other := memorytest.New("acme", "Beta")
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, memorytest.New("acme", "Alpha").ID+".json"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		put(t, s, other)
		if got := count(t, s); got+len(s.Warnings()) < 1 {
			t.Errorf("%d records, warnings %v", got, s.Warnings())
		}
		if _, err := s.Get(t.Context(), "acme", other.ID); err != nil {
			t.Errorf("the good record is not served: %v", err)
		}
	})
}

func TestBadPlaces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dirstore.Open(t.Context(), dirstore.Options{Path: file}); !errors.Is(err, dirstore.ErrNotFolder) {
		t.Errorf("open of a file: %v", err)
	}
	if _, err := dirstore.Open(t.Context(), dirstore.Options{}); err == nil {
		t.Error("open without a path")
	}
	missing := filepath.Join(t.TempDir(), "a", "b")
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: missing, Mode: dirstore.ReadOnly})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := s.Search(t.Context(), memory.Query{Tenant: "acme", Exact: "v1:0"}); len(m) != 0 || err != nil {
		t.Errorf("search of a folder that is not there: %v", err)
	}
	if err := s.Put(t.Context(), memorytest.New("acme", "Alpha")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("put: %v, want ErrReadOnly", err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a read-only store made its folder")
	}
	put(t, open(t, missing), memorytest.New("acme", "Alpha"))
}

func TestStoreThatVanishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	s := open(t, dir)
	put(t, s, memorytest.New("acme", "Alpha"))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	_, err := s.Search(t.Context(), memory.Query{Tenant: "acme", Exact: "v1:0"})
	for name, err := range map[string]error{"search": err, "put": s.Put(t.Context(), memorytest.New("acme", "Beta"))} {
		if !errors.Is(err, dirstore.ErrGone) {
			t.Errorf("%s: %v, want ErrGone", name, err)
		}
	}
}

// What cannot be written is an error that names the cause; nothing half-written stays.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	put(t, s, r)
	if err := os.RemoveAll(filepath.Join(dir, ".regreen", "tmp")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".regreen", "tmp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := s.Put(t.Context(), memorytest.New("acme", "Beta"))
	if err == nil || !strings.Contains(err.Error(), "store record") {
		t.Errorf("put without room for a temporary file: %v", err)
	}
	if n := count(t, s); n != 1 {
		t.Errorf("%d records after a failed put", n)
	}
}

func TestAuditLine(t *testing.T) {
	dir := t.TempDir()
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: dir, Now: func() time.Time { return memorytest.Start }})
	if err != nil {
		t.Fatal(err)
	}
	r := memorytest.New("acme", "Alpha")
	put(t, s, r, r) // the second changes nothing
	more := memory.Clone(r)
	more.Trust, more.Origin.Session, more.Origin.Actor = memory.Merged, "another", "bob"
	put(t, s, more)
	if _, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme", ID: r.ID}, memory.Quarantined, "looks odd"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "audit.log"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"time":"2026-03-04T03:06:07Z","op":"put","tenant":"acme","id":"` + r.ID + `","count":1,"session":"session-Alpha","actor":"ann","trust":"verified"}`,
		`{"time":"2026-03-04T03:06:07Z","op":"put","tenant":"acme","id":"` + r.ID + `","count":1,"session":"another","actor":"bob","trust":"merged"}`,
		`{"time":"2026-03-04T03:06:07Z","op":"status quarantined","tenant":"acme","id":"` + r.ID + `","count":1,"reason":"looks odd"}`,
		`{"time":"2026-03-04T03:06:07Z","op":"delete","tenant":"acme","count":1}`,
	}
	got := strings.Split(strings.Trim(strings.ReplaceAll(string(data), "\n\n", "\n"), "\n"), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTornUseLineSpoilsNoOther(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	put(t, s, r)
	use := memory.Use{Tenant: "acme", ID: r.ID, Run: "1", Delta: memory.Counters{Held: 1}}
	if err := s.Add(t.Context(), use); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "uses", "*.uses"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"tenant":"acme","id":"` + r.ID[:9]); err != nil {
		t.Fatal(err)
	}
	f.Close()
	use.Delta = memory.Counters{Failed: 1}
	if err := s.Add(t.Context(), use); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Counters(t.Context(), "acme", r.ID); c.Held != 1 || c.Failed != 1 || err != nil {
		t.Errorf("counters %+v, %v", c, err)
	}
}

func TestManyCounterFilesBecomeOne(t *testing.T) {
	dir := t.TempDir()
	r := memorytest.New("acme", "Alpha")
	put(t, open(t, dir), r)
	const runs = 230
	for round := range 2 { // the second round folds what is folded already
		s := open(t, dir)
		for i := range runs {
			use := memory.Use{Tenant: "acme", ID: r.ID, Run: fmt.Sprint(round, " ", i), Delta: memory.Counters{Held: 1}}
			if err := s.Add(t.Context(), use); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "uses", "*"))
		if err != nil || len(files) != 1 {
			t.Errorf("%d files of counters, %v", len(files), err)
		}
		for name, s := range map[string]*dirstore.Store{"the same store": s, "a new one": open(t, dir)} {
			if c, err := s.Counters(t.Context(), "acme", r.ID); c.Held != runs*(round+1) || err != nil {
				t.Errorf("%s counts %d, %v, want %d", name, c.Held, err, runs*(round+1))
			}
		}
	}
}

// An id comes from a command line: it must not lead out of the folder.
func TestIDIsNoPath(t *testing.T) {
	outer := t.TempDir()
	s := open(t, filepath.Join(outer, "memory"))
	r := memorytest.New("acme", "Alpha")
	data, err := dirstore.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(outer, r.ID+".json")
	if err := os.WriteFile(victim, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"../" + r.ID, "..", "/etc/passwd", ""} {
		if _, err := s.Get(t.Context(), "acme", id); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("get %q: %v", id, err)
		}
		if n, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme", ID: id}); n != 0 || err != nil {
			t.Errorf("delete %q: %d, %v", id, n, err)
		}
	}
	if _, err := os.Stat(victim); err != nil {
		t.Errorf("a file outside the folder is gone: %v", err)
	}
}
