package failure

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"gotest.tools/gotestsum/testjson"
)

func BenchmarkPlainLog(b *testing.B) {
	const size = 64 << 20
	b.SetBytes(size)
	for b.Loop() {
		mustParse(b, &repeated{text: plainLine, n: size})
	}
}

// BenchmarkMatch looks for the triggers of all formats in a line that has none.
func BenchmarkMatch(b *testing.B) {
	m, line := everything().matcher, []byte(plainLine)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		_ = m.Match(line)
	}
}

// BenchmarkCapturedLogs reads every captured log once.
func BenchmarkCapturedLogs(b *testing.B) {
	names, _ := filepath.Glob(filepath.Join(logs, "*.log"))
	for _, name := range names {
		text := captured(b, filepath.Base(name))
		b.Run(filepath.Base(name), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				mustParse(b, bytes.NewReader(text))
			}
		})
	}
}

// BenchmarkGoEvents reads a long run of go test -json, here and with gotestsum.
func BenchmarkGoEvents(b *testing.B) {
	text := bytes.Repeat(captured(b, "gotest-json.log"), 200)
	b.Run("regreen", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			mustParse(b, bytes.NewReader(text))
		}
	})
	b.Run("gotestsum", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			_, err := testjson.ScanTestOutput(testjson.ScanConfig{Stdout: bytes.NewReader(text), Stderr: bytes.NewReader(nil), Handler: ignore{}})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

type ignore struct{}

func (ignore) Event(testjson.TestEvent, *testjson.Execution) error { return nil }
func (ignore) Err(string) error                                    { return nil }

// BenchmarkJUnit reads JUnit XML, here and with go-junit: captured reports, whose time
// goes into the signatures of their failures, and one of a large run that mostly passed.
func BenchmarkJUnit(b *testing.B) {
	passed := strings.Repeat(`<testcase classname="com.acme.CalcTest" name="adds" time="0.003"><system-out>a line of output</system-out></testcase>`+"\n", 50_000)
	reports := map[string][]byte{"large": []byte(`<testsuites><testsuite name="s">` + passed + `<testcase classname="A" name="b"><failure message="no">x</failure></testcase></testsuite></testsuites>`)}
	for _, name := range []string{"phpunit-junit.log", "vitest-junit.log", "node-junit.log", "gotestsum-junit.log", "maven-junit.log"} {
		reports[name] = captured(b, name)
	}
	for name, text := range reports {
		b.Run("regreen/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				mustParse(b, bytes.NewReader(text))
			}
		})
		b.Run("go-junit/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := junit.IngestReader(bytes.NewReader(text)); err != nil && err != io.EOF {
					b.Skip(err)
				}
			}
		})
	}
}

func captured(tb testing.TB, name string) []byte {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(logs, name))
	if err != nil {
		tb.Fatal(err)
	}
	return text
}
