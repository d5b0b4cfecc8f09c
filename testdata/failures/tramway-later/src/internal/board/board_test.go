package board

import (
	"os"
	"testing"
	"time"
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

func TestAll(t *testing.T) {
	slow := func(stop string) []Row {
		time.Sleep(20 * time.Millisecond)
		return []Row{{"7", stop, 4}}
	}
	if got := All([]string{"Depot", "Market", "Harbour"}, slow); len(got) != 3 {
		t.Errorf("All() has %d boards, want 3", len(got))
	}
}
