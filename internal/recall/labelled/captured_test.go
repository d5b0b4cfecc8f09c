package labelled

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/recall"
)

// captured are the failures of the logs in testdata/logs, which are the output of real
// tools: the first failure of each, by the log's name.
func captured(t *testing.T) map[string]failure.Failure {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "logs", "*.log"))
	if err != nil || len(logs) < 50 {
		t.Fatalf("%d captured logs, %v", len(logs), err)
	}
	out := map[string]failure.Failure{}
	for _, path := range logs {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := first(t, data); ok {
			out[strings.TrimSuffix(filepath.Base(path), ".log")] = f
		}
	}
	return out
}

func first(t *testing.T, log []byte) (failure.Failure, bool) {
	t.Helper()
	r, err := failure.Parse([]failure.Input{{Name: "log", R: bytes.NewReader(log)}}, failure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Failures) == 0 || r.Failures[0].Signature.Exact == "" {
		return failure.Failure{}, false
	}
	return r.Failures[0], true
}

// The same failure of another run, as CI prints it, finds its record among all others.
func TestCapturedWithOtherNoise(t *testing.T) {
	all := captured(t)
	store := memory.NewInMemory()
	for name, f := range all {
		remember(t, store, Item{ID: name, Failure: f, Description: "mends " + name, Paths: []string{"src/x"}})
	}
	hits := 0
	for name, f := range all {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "logs", name+".log"))
		if err != nil {
			t.Fatal(err)
		}
		again, ok := first(t, noisy(data))
		// Logs of the same tests in another format have the same signature, and the same cure.
		if found := shown(t, store, again); ok && len(found) > 0 && found[0].Symptoms[0].Signature.Exact == f.Signature.Exact {
			hits++
		} else {
			t.Logf("%s: %q does not find %q", name, again.Signature.Text, f.Signature.Text)
		}
	}
	atLeast(t, "recall@1 of captured failures with other noise", float64(hits)/float64(len(all)), 0.98)
}

// kin are the complaints that a captured failure has in common with a record of the
// set, about other names in another project: the record says how such a one is mended.
var kin = []string{"imported but unused", "imported and not used", "assignment to entry in nil map", "nil pointer dereference", "for nil:NilClass",
	"assigned a value but never used", "Cannot read properties of undefined", "not assignable to type", "mismatched types", "cannot find symbol",
	"undefined reference", "No module named", "NullPointerException", "is not checked"}

// Captured failures are of other projects than the records of the labelled set: but for
// those of the same kind, nearly nothing may be shown for them.
func TestCapturedAreNoMatchForTheSet(t *testing.T) {
	s, _ := own(t)
	store := memory.NewInMemory()
	for _, i := range s.Items {
		remember(t, store, i)
	}
	asked, wrong := map[string]bool{}, 0
	for name, f := range captured(t) {
		if asked[f.Signature.Exact] {
			continue // the same tests, printed in another format
		}
		asked[f.Signature.Exact] = true
		if found := shown(t, store, f); len(found) > 0 && !akin(f.Signature.Text, found[0].Symptoms[0].Signature.Text) {
			t.Logf("%s: %q is shown %q", name, f.Signature.Text, found[0].Symptoms[0].Signature.Text)
			wrong++
		}
	}
	if len(asked) < 60 {
		t.Errorf("only %d different failures", len(asked))
	}
	atLeast(t, "false hits below 3 %", 0.03, float64(wrong)/float64(len(asked)))
}

func akin(a, b string) bool {
	return slices.ContainsFunc(kin, func(k string) bool { return strings.Contains(a, k) && strings.Contains(b, k) })
}

func remember(t *testing.T, s memory.Store, i Item) {
	t.Helper()
	if err := s.Put(t.Context(), memory.Clip(i.Record())); err != nil {
		t.Fatal(i.ID, err)
	}
}

// shown are the records that a run with this failure shows, without a model.
func shown(t *testing.T, s memory.Reader, f failure.Failure) []memory.Record {
	t.Helper()
	result, err := recall.Recaller{Store: s}.Recall(t.Context(), recall.Request{Tenant: Tenant, Report: failure.Report{Failures: []failure.Failure{f}}})
	if err != nil {
		t.Fatal(err)
	}
	var records []memory.Record
	for _, m := range result.Matches {
		records = append(records, m.Record)
	}
	return records
}

var (
	durations = regexp.MustCompile(`\b\d+\.\d+( ?(?:s|ms|sec|seconds))\b`)
	addresses = regexp.MustCompile(`0x[0-9a-f]{6,}`)
)

// noisy is the same output of another run: other times, addresses and folders, and the
// stamps that CI puts before each line.
func noisy(log []byte) []byte {
	s := durations.ReplaceAllString(string(log), "7.31$1")
	s = addresses.ReplaceAllString(s, "0xc0ffee1234")
	s = strings.ReplaceAll(s, "/tmp/", "/var/tmp/other-run/")
	var b bytes.Buffer
	for i, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		fmt.Fprintf(&b, "2026-05-04T10:%02d:%02d.1234567Z %s\n", i/60%60, i%60, line)
	}
	return b.Bytes()
}
