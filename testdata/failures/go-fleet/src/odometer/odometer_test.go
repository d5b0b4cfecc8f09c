package odometer

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMetresOfLongHaul(t *testing.T) {
	if got := Metres(3_000_000); got != 3_000_000_000 {
		t.Errorf("Metres(3000000) = %d", got)
	}
}

func TestParseReading(t *testing.T) {
	n, err := Parse("12.400\n")
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	if n != 12400 {
		t.Errorf("n = %d", n)
	}
}

func TestSupported(t *testing.T) {
	if Supported("v1x2") {
		t.Error("firmware v1x2 is taken for v1.2")
	}
}

func TestLast(t *testing.T) {
	name := filepath.Join(t.TempDir(), "readings.txt")
	if err := os.WriteFile(name, []byte("7"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Last(name); err != nil {
		t.Error(err)
	}
}

func TestMeanOfNoDays(t *testing.T) {
	t.Logf("mean %d", Mean(100, 0))
}
