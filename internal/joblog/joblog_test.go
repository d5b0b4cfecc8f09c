package joblog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/joblog"
)

// source is a run in memory.
type source struct {
	jobs        []joblog.Job
	open        func(j joblog.Job, ask int) (io.ReadCloser, error)
	annotations string
	asks        map[int64]int
	now, most   int // open downloads
}

func (s *source) Jobs(context.Context) ([]joblog.Job, error) { return s.jobs, nil }
func (s *source) Annotations(context.Context, joblog.Job) (string, error) {
	return s.annotations, nil
}

func (s *source) Open(_ context.Context, j joblog.Job) (io.ReadCloser, error) {
	if s.asks == nil {
		s.asks = map[int64]int{}
	}
	s.asks[j.ID]++
	rc, err := s.open(j, s.asks[j.ID])
	if err != nil {
		return nil, err
	}
	s.now++
	s.most = max(s.most, s.now)
	return &counted{rc, s}, nil
}

type counted struct {
	io.ReadCloser
	s *source
}

func (c *counted) Close() error { c.s.now--; return c.ReadCloser.Close() }

func jobs(n int) []joblog.Job {
	var out []joblog.Job
	for i := range n {
		out = append(out, joblog.Job{ID: int64(i + 1), Name: fmt.Sprintf("test (%d)", i+1), Conclusion: "failure"})
	}
	return out
}

func text(s string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }

var quick = joblog.Limits{Head: 100, Tail: 20, Jobs: 3, Wait: time.Microsecond, Asks: 3}

// readAll reads every input and returns what each held.
func readAll(t *testing.T, l *joblog.Logs) []string {
	t.Helper()
	var out []string
	for _, in := range l.Inputs {
		data, err := io.ReadAll(in.R)
		if err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		out = append(out, string(data))
	}
	return out
}

func TestCollect(t *testing.T) {
	s := &source{jobs: jobs(5), open: func(j joblog.Job, _ int) (io.ReadCloser, error) { return text(j.Name) }}
	l, err := joblog.Collect(t.Context(), s, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if diff := cmp.Diff([]string{"test (1)", "test (2)", "test (3)"}, readAll(t, l)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2 more failed jobs were not read"}, l.Notes()); diff != "" || l.Err() != nil {
		t.Errorf("%v %s", l.Err(), diff)
	}
	if s.most != 1 || s.now != 0 {
		t.Errorf("%d downloads at a time, %d left open", s.most, s.now)
	}
}

func TestCollectNoJob(t *testing.T) {
	if _, err := joblog.Collect(t.Context(), &source{}, quick); !errors.Is(err, joblog.ErrNoJob) {
		t.Errorf("err = %v", err)
	}
}

// G1: a log that is not ready is asked for again, a bounded number of times, and
// the message names the way out.
func TestCollectG1NotReady(t *testing.T) {
	s := &source{jobs: jobs(1), open: func(_ joblog.Job, ask int) (io.ReadCloser, error) {
		if ask < 3 {
			return nil, fmt.Errorf("get: %w", joblog.ErrNotReady)
		}
		return text("log")
	}}
	l, _ := joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[0] != "log" || l.Err() != nil {
		t.Errorf("read %q, %v", got, l.Err())
	}
	s.open = func(joblog.Job, int) (io.ReadCloser, error) { return nil, joblog.ErrNotReady }
	s.asks = nil
	l, _ = joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[0] != "" || !errors.Is(l.Err(), joblog.ErrNotReady) || s.asks[1] != 3 {
		t.Errorf("read %q, %v after %d asks", got, l.Err(), s.asks[1])
	}
	if !strings.Contains(l.Err().Error(), "give its output as a file") {
		t.Errorf("the message names no way out: %v", l.Err())
	}
}

// G2: an empty log falls back to annotations, then to a typed error.
func TestCollectG2Empty(t *testing.T) {
	s := &source{jobs: jobs(1), annotations: "a.go:1: broken\n", open: func(joblog.Job, int) (io.ReadCloser, error) { return text("") }}
	l, _ := joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[0] != s.annotations || l.Err() != nil || !strings.Contains(l.Notes()[0], "annotations") {
		t.Errorf("read %q, %v, %v", got, l.Err(), l.Notes())
	}
	s.annotations = ""
	l, _ = joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[0] != "" || !errors.Is(l.Err(), joblog.ErrEmpty) {
		t.Errorf("read %q, %v", got, l.Err())
	}
}

// G6: missing logs of some jobs are no error while one is there.
func TestCollectG6SomeMissing(t *testing.T) {
	s := &source{jobs: jobs(3), open: func(j joblog.Job, _ int) (io.ReadCloser, error) {
		if j.ID == 2 {
			return text("log")
		}
		return nil, joblog.ErrGone
	}}
	l, _ := joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[1] != "log" || l.Err() != nil || len(l.Notes()) != 2 {
		t.Errorf("read %q, %v, %v", got, l.Err(), l.Notes())
	}
}

func TestCollectBrokenOff(t *testing.T) {
	s := &source{jobs: jobs(1), open: func(joblog.Job, int) (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("begin"), &failing{})), nil
	}}
	l, _ := joblog.Collect(t.Context(), s, quick)
	if got := readAll(t, l); got[0] != "begin" || len(l.Notes()) != 1 || !strings.Contains(l.Notes()[0], "broke off") {
		t.Errorf("read %q, %v", got, l.Notes())
	}
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// G7: head and tail are kept, and what was cut is said.
func TestBoundG7(t *testing.T) {
	for _, tc := range []struct {
		size, head, tail int
		cut              int64
	}{{0, 4, 4, 0}, {3, 4, 4, 0}, {8, 4, 4, 0}, {9, 4, 4, 1}, {100_000, 10, 7, 99_983}, {50, 0, 7, 43}, {50, 7, 0, 43}, {33 << 10, 5, 40 << 10, 0}} {
		data := make([]byte, tc.size)
		for i := range data {
			data[i] = 'a' + byte(i%26)
		}
		b := joblog.Bound(bytes.NewReader(data), int64(tc.head), int64(tc.tail))
		got, err := io.ReadAll(b)
		if err != nil || b.Cut() != tc.cut {
			t.Errorf("%+v: cut %d, %v", tc, b.Cut(), err)
		}
		want := string(data)
		if tc.cut > 0 {
			want = string(data[:tc.head]) + fmt.Sprintf("\n[%d bytes of the log are left out here]\n", tc.cut) + string(data[tc.size-tc.tail:])
		}
		if string(got) != want {
			t.Errorf("%+v: %d bytes, want %d", tc, len(got), len(want))
		}
	}
}

func TestFiles(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write := func(path, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "out", "b.xml"), "b")
	write(filepath.Join(root, "out", "a.xml"), "a")
	write(filepath.Join(root, "test.log"), "log")
	secret := filepath.Join(outside, "secret.xml")
	write(secret, "secret")
	inputs, closeAll, err := joblog.Files(root, []string{"test.log", "out/*.xml", secret}, joblog.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range inputs {
		data, _ := io.ReadAll(in.R)
		got = append(got, string(data))
	}
	closeAll()
	if diff := cmp.Diff([]string{"log", "a", "b", "secret"}, got); diff != "" {
		t.Error(diff)
	}
	for _, pattern := range []string{"none.log", "none/*.xml", "out", "../" + filepath.Base(outside) + "/secret.xml", "[", filepath.Join(outside, "none")} {
		if _, _, err := joblog.Files(root, []string{pattern}, joblog.Limits{}); err == nil {
			t.Errorf("Files(%q) has no error", pattern)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	// The code under repair puts a link where the log is expected.
	for _, name := range []string{"link.log", "out/link.xml"} {
		if err := os.Symlink(secret, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := joblog.Files(root, []string{name}, joblog.Limits{}); err == nil {
			t.Errorf("Files followed the link %q out of the root", name)
		}
	}
}

// The tail is all that a log costs, however long it is.
func BenchmarkBound(b *testing.B) {
	const size = 64 << 20
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		r := joblog.Bound(io.LimitReader(zeros{}, size), 32<<20, 4<<20)
		if n, err := io.Copy(io.Discard, r); err != nil || n > 37<<20 {
			b.Fatal(n, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
