package normal

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"open /tmp/TestX123/001/a.txt: no such file":           "open <tmp>/a.txt: no such file",
		"at 2026-03-11T09:14:02Z on localhost:8080":            "at <time> on localhost:<port>",
		"in /home/runner/work/app/app/src/a.js:3:4":            "in src/a.js:<line>",
		"in D:\\a\\app\\app\\src\\a.js":                        "in src/a.js",
		"/opt/venv/lib/python3.11/site-packages/attr/_make.py": "<lib>/attr/_make.py",
		"expected 3 to be 4":                                   "expected 3 to be 4",
		"E0308 and TS2345 and exit status 2":                   "E0308 and TS2345 and exit status 2",
		"needs 1.26 not 1.25":                                  "needs 1.26 not 1.25",
		"took 1.5s of 2 seconds":                               "took <dur> of <dur>",
		"goroutine 12 of pool-3-thread-1":                      "goroutine <n> of pool-<n>-thread-<n>",
		"Tracker@643b5e4e, not user@example":                   "Tracker@<addr>, not user@example",
		"  many\n\tblanks  ":                                   "many blanks",
		"12 files, 3 of them large":                            "<n> files, 3 of them large",
	} {
		if got := Text(text); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestTextIsStable(t *testing.T) {
	for _, text := range []string{"open /tmp/x/a.txt: no", "at 2026-03-11T09:14:02Z", "took 1.5s", "goroutine 3", "a.go:12"} {
		if once := Text(text); Text(once) != once {
			t.Errorf("%s becomes %s, then %s", text, once, Text(once))
		}
	}
}

func TestTextIsBounded(t *testing.T) {
	if got := Text(strings.Repeat("é", 100_000)); len(got) > maxText {
		t.Errorf("%d bytes", len(got))
	}
}

func TestTelling(t *testing.T) {
	for template, want := range map[string]bool{
		"expected <n>, got <n>": false, "expect(received).toBe(expected)": false, "assert <n> == <n>": false, "": false,
		"attempt to subtract with overflow": true, "connection to <str> refused": true, "undefined: first": false, "runtime error: index out of range": true,
	} {
		if Telling(template) != want {
			t.Errorf("%q: %v", template, !want)
		}
	}
}

func TestFunc(t *testing.T) {
	for name, want := range map[string]string{
		"example.com/app.(*Node).Sum.func1": "app.Node.Sum.func",
		"Object.<anonymous>":                "",
		"async first":                       "first",
		"com.acme.Calc.lambda$slow$0":       "com.acme.Calc.lambda$slow",
		"gauge::sub::h0123456789abcdef":     "gauge::sub",
		"<module>":                          "",
	} {
		if got := Func(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
