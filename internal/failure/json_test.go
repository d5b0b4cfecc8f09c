package failure

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReportJSONIsNullWhereTheLogDoesNotSay(t *testing.T) {
	got, err := json.Marshal(Report{Schema: SchemaVersion, Failures: []Failure{{Kind: KindUnknown, Frames: []Frame{{}}}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema":1,"framework":null,"frameworks":[],"command":null,"exit_code":null,"counts":{"passed":null,"failed":null,"skipped":null},` +
		`"failures":[{"kind":"unknown","framework":null,"job":null,"package":null,"test":null,"file":null,"line":null,"error_type":null,"message":null,` +
		`"output":null,"attempts":null,"flaky":false,"frames":[{"file":null,"line":null,"func":null}],"signature":{"exact":"","template":"","text":""}}],` +
		`"tail":null,"truncated":false,"cut":null}`
	if string(got) != want {
		t.Errorf("order:\n got %s\nwant %s", got, want)
	}
	var a, b any
	if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		t.Fatalf("not JSON: %s", got)
	}
	if d := cmp.Diff(b, a); d != "" {
		t.Errorf("JSON (-want +got):\n%s", d)
	}
}

func TestReportJSONReadsBack(t *testing.T) {
	code := 1
	want := Report{
		Schema: 1, Framework: "pytest", Frameworks: []string{"pytest"}, ExitCode: &code, Counts: Counts{Failed: &code},
		Failures: []Failure{{Kind: KindTest, Test: "a<b", Line: 3, File: "x.py", Frames: []Frame{{File: "x.py", Line: 3}}}, {Kind: KindBuild, Frames: []Frame{}}},
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Report
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
}

func TestReportJSONLeavesEscapingToTheCaller(t *testing.T) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(Report{Tail: "a < b && c"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "a < b && c") {
		t.Errorf("escaped: %s", b.String())
	}
}

// What is written has the fields that the types name.
func TestJSONFields(t *testing.T) {
	for _, v := range []any{
		Report{Systems: []string{"windows-2022"}, NoTests: true, Infra: make([]Failure, 1), Tests: make([]TestResult, 1)},
		Failure{}, Frame{},
	} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			want++
			if _, there := got[name]; !there {
				t.Errorf("%T: %s is not written", v, name)
			}
		}
		if len(got) != want {
			t.Errorf("%T: %d fields are written, want %d", v, len(got), want)
		}
	}
}
