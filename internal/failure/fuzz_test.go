package failure

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// maxSeed keeps the seeds small, so that what the fuzzer makes of them is read fast.
const maxSeed = 8 << 10

// seeds adds the captured logs that match a pattern.
func seeds(f *testing.F, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		names, _ := filepath.Glob(filepath.Join(logs, pattern))
		if len(names) == 0 {
			f.Fatalf("no captured log matches %q", pattern)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text[:min(len(text), maxSeed)])
		}
	}
}

// parseAny parses what a fuzzer made: never a panic, and a report that holds together.
func parseAny(t *testing.T, log []byte) {
	checkSane(t, mustParse(t, bytes.NewReader(log)))
	checkSane(t, mustParse(t, bytes.NewReader([]byte(jobFrame(string(log), "\n")))))
}

func fuzz(f *testing.F, patterns ...string) {
	seeds(f, patterns...)
	f.Fuzz(parseAny)
}

func FuzzGo(f *testing.F)         { fuzz(f, "go*.log") }
func FuzzPython(f *testing.F)     { fuzz(f, "[pu]*t*.log") }
func FuzzJest(f *testing.F)       { fuzz(f, "jest*.log") }
func FuzzVitest(f *testing.F)     { fuzz(f, "vitest*.log") }
func FuzzMocha(f *testing.F)      { fuzz(f, "mocha*.log") }
func FuzzNode(f *testing.F)       { fuzz(f, "node*.log") }
func FuzzPlaywright(f *testing.F) { fuzz(f, "playwright*.log") }
func FuzzRust(f *testing.F)       { fuzz(f, "cargo*.log", "nextest*.log") }
func FuzzJVM(f *testing.F)        { fuzz(f, "[gm][ra][av]*.log", "kotlin*.log", "scala*.log") }
func FuzzRuby(f *testing.F)       { fuzz(f, "[rm][si][pn]*.log") }
func FuzzPHP(f *testing.F)        { fuzz(f, "php*.log") }
func FuzzNative(f *testing.F)     { fuzz(f, "[cg][tac][ece]*.log", "valgrind.log") }
func FuzzLinters(f *testing.F)    { fuzz(f, "[efmrt]*[tfyc]*.log") }
func FuzzRunners(f *testing.F) {
	fuzz(f, "ava*.log", "uvu*.log", "bun*.log", "deno*.log", "jasmine.log", "karma.log", "ginkgo*.log", "behave*.log", "robot*.log")
}
func FuzzCheckers(f *testing.F)  { fuzz(f, "py[rl][iy]*.log") }
func FuzzDocuments(f *testing.F) { fuzz(f, "*-j[us]*.log") }

// FuzzOutputs begins with the outputs of tools that do not run everywhere.
func FuzzOutputs(f *testing.F) {
	for _, c := range outputs {
		f.Add([]byte(c.log))
	}
	f.Fuzz(parseAny)
}

// FuzzSign checks that any text has a signature, twice the same.
func FuzzSign(f *testing.F) {
	for _, c := range noisy {
		f.Add(c.a, c.b)
	}
	f.Fuzz(func(t *testing.T, message, test string) {
		failure := Failure{Framework: "gotest", Kind: KindTest, Message: message, Test: test}
		if a, b := Sign(failure), Sign(failure); a != b || !signaturePattern.MatchString(a.Exact) {
			t.Errorf("%+v, then %+v", a, b)
		}
	})
}
