package golang

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var eventSeeds = []string{
	`{"Time":"2026-03-11T09:14:02Z","Action":"output","Package":"a/b","Test":"TestX/y","Output":"    x_test.go:3: got \u003c1\u003e\n"}`,
	`{"Action":"fail","Package":"a","Elapsed":0.01,"FailedBuild":"a [a.test]"}`,
	`{"Action":"output","Output":"\u00e9 \ud83d\ude00 \"\\\/\b\f\r\t"}`,
	`{ "Action" : "pass" }`,
	`{"Action":"pass","Nested":{"a":[1]}}`,
	`{"Action":"pass"`, `{"Action":}`, `{}`, `{"Action":"x\`, `{"Action":"x\u00`,
}

// FuzzEvent holds the quick parser against the general one.
func FuzzEvent(f *testing.F) {
	for _, s := range eventSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, ok := flatEvent(line)
		if !ok {
			return
		}
		want, flat := exactKeys(line)
		if !flat {
			return // the quick parser may take what is no JSON
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", line, d)
		}
	})
}

// exactKeys decodes a line with the general decoder, which minds the case of keys only
// in a map. flat is false for what is no object of ASCII strings and numbers.
func exactKeys(line string) (v event, flat bool) {
	var all map[string]any
	if json.Unmarshal([]byte(line), &all) != nil || !isASCII(line) {
		return v, false
	}
	for key, value := range all {
		if text, ok := value.(string); ok {
			if to := v.field(key); to != nil {
				*to = text
			}
		} else if _, ok := value.(float64); !ok {
			return v, false
		}
	}
	return v, true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func TestParseEvent(t *testing.T) {
	want := event{Action: "output", Package: "a/b", Test: "TestX/y", Output: "    x_test.go:3: got <1>\n"}
	got, ok := parseEvent(eventSeeds[0])
	if d := cmp.Diff(want, got); !ok || d != "" {
		t.Errorf("ok %v (-want +got):\n%s", ok, d)
	}
	if v, ok := parseEvent(eventSeeds[2]); !ok || v.Output != "é 😀 \"\\/\b\f\r\t" {
		t.Errorf("escapes: ok %v, %q", ok, v.Output)
	}
	for _, bad := range eventSeeds[5:] {
		if v, ok := parseEvent(bad); ok {
			t.Errorf("%s was taken for %+v", bad, v)
		}
	}
}
