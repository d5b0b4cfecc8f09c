package feed

import (
	"encoding/json"
	"testing"
)

func TestEncode_punctual(t *testing.T) {
	got, err := Encode(Departure{Line: "7", Delay: 0}.At("B"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"line":"7","delay":0,"platform":"B"}`
	if got != want {
		t.Errorf("Encode() = %s, want %s", got, want)
	}
}

func TestOver(t *testing.T) {
	data, err := Over("12")
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	if level, ok := fields["level"]; !ok {
		t.Errorf("Over() has level %v, want 0: %v", level, fields)
	}
}
