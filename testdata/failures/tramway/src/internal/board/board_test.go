package board

import (
	"os"
	"testing"
)

func TestRender(t *testing.T) {
	want, err := os.ReadFile("testdata/morning.golden")
	if err != nil {
		t.Fatal(err)
	}
	got := Render([]Row{{"7", "Harbour", 4}, {"12", "University", 11}})
	if got != string(want) {
		t.Errorf("Render() differs from morning.golden:\ngot:\n%s\nwant:\n%s", got, want)
	}
}
