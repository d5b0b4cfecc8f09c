package feed

import "testing"

func TestEncode_punctual(t *testing.T) {
	got, err := Encode(Departure{Line: "7", Delay: 0})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"line":"7","delay":0}`
	if got != want {
		t.Errorf("Encode() = %s, want %s", got, want)
	}
}
