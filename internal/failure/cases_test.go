package failure

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// expectation is the right answer of a case, worked out by hand.
type expectation struct {
	Failures    []expected `json:"failures"`
	FailedCount int        `json:"failed_count"`
	OtherCounts []int      `json:"acceptable_failed_counts"`
}

// expected is one failure of a case; the fields beginning with Also are further right
// answers.
type expected struct {
	Test       string   `json:"test"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
	ErrorType  string   `json:"error_type"`
	Message    string   `json:"message_contains"`
	AlsoAt     []string `json:"also_at"`
	AlsoTests  []string `json:"also_tests"`
	AlsoFiles  []string `json:"also_files"`
	AlsoErrors []string `json:"also_error_types"`
}

func TestCases(t *testing.T) {
	root := os.Getenv("REGREEN_CASES")
	if root == "" {
		t.Skip("REGREEN_CASES is not set: no logs of others to compare with")
	}
	dirs, err := filepath.Glob(filepath.Join(root, "logs", "*", "raw.log"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases in %s: %v", root, err)
	}
	for _, log := range dirs {
		dir := filepath.Dir(log)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var want expectation
			readJSONFile(t, filepath.Join(dir, "expected.json"), &want)
			checkCase(t, want, parseFile(t, log, Options{}))
		})
	}
}

func readJSONFile(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func checkCase(t *testing.T, want expectation, got Report) {
	t.Helper()
	if n := len(got.Failures); n != want.FailedCount && !slices.Contains(want.OtherCounts, n) {
		t.Errorf("failures: got %d, want %d or %v", n, want.FailedCount, want.OtherCounts)
	}
	left := slices.Clone(got.Failures)
	for _, e := range want.Failures {
		i := match(e, left)
		if i < 0 {
			t.Errorf("not found: %+v", e)
			continue
		}
		checkFields(t, e, left[i])
		left = slices.Delete(left, i, i+1)
	}
}

// match finds the failure that is meant: by its test, else by file and message.
func match(e expected, list []Failure) int {
	best := -1
	for i, f := range list {
		whole := messageIs(e, f) && (e.File == "" || suffix(e.File, f.File))
		if e.Test == "" && whole {
			return i
		}
		if e.Test == "" || !slices.ContainsFunc(append(e.AlsoTests, e.Test), func(name string) bool { return sameName(name, f.Test) }) {
			continue
		}
		if best = i; whole {
			return i
		}
	}
	return best
}

func checkFields(t *testing.T, e expected, f Failure) {
	t.Helper()
	files, lines := append(e.AlsoFiles, e.File), []int{e.Line}
	for _, at := range e.AlsoAt {
		file, line, _ := strings.Cut(at, ":")
		n, _ := strconv.Atoi(line)
		files, lines = append(files, file), append(lines, n)
	}
	if e.File != "" && !slices.ContainsFunc(files, func(file string) bool { return suffix(file, f.File) }) {
		t.Errorf("%s: file %q, want one of %q", e.Test, f.File, files)
	}
	if e.Line != 0 && !slices.Contains(lines, f.Line) {
		t.Errorf("%s: line %d, want one of %d", e.Test, f.Line, lines)
	}
	loose := []string{"FAIL", "compile", "vet", "exit", "error", "build", "panic", "timeout", "race", "lint", ""}
	if !slices.Contains(loose, e.ErrorType) && !slices.ContainsFunc(append(e.AlsoErrors, e.ErrorType), func(class string) bool { return hasClass(class, f.ErrorType) }) {
		t.Errorf("%s: error type %q, want %q", e.Test, f.ErrorType, e.ErrorType)
	}
	if !messageIs(e, f) {
		t.Errorf("%s: message %q does not contain %q", e.Test, f.Message, e.Message)
	}
}

func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "›", ">")), " ")
}

func hasClass(want, got string) bool {
	want = want[strings.LastIndexByte(want, '.')+1:]
	return strings.Contains(strings.ToLower(squeeze(got)), strings.ToLower(squeeze(want)))
}

func messageIs(e expected, f Failure) bool {
	return strings.Contains(strings.ToLower(squeeze(f.Message+" "+f.Output)), strings.ToLower(squeeze(e.Message)))
}

// suffix reports whether one path ends in the other; "" stands for any.
func suffix(a, b string) bool {
	return a == "" || b != "" && (strings.HasSuffix(b, a) || strings.HasSuffix(a, b))
}

func sameName(want, got string) bool {
	flat := strings.NewReplacer(" > ", " ", "::", ".", "/", ".", "#", ".", "_", " ")
	a, b := strings.ToLower(flat.Replace(squeeze(want))), strings.ToLower(flat.Replace(squeeze(got)))
	return b != "" && (strings.HasSuffix(b, a) || strings.HasSuffix(a, b))
}
