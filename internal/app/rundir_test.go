package app

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The folders of old runs go, the newest stay.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	if err := sweep(filepath.Join(dir, "absent"), 1); err != nil {
		t.Error(err)
	}
	for i := range 5 {
		if err := os.MkdirAll(filepath.Join(dir, fmt.Sprintf("2026010%dT000000.000Z-a", i), "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := sweep(dir, 2); err != nil {
			t.Fatal(err)
		}
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(left) != 2 || filepath.Base(left[0]) != "20260103T000000.000Z-a" {
			t.Errorf("left %v, %v", left, err)
		}
	}
}
