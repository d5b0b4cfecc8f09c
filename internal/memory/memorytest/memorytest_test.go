package memorytest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func TestPoisonedSet(t *testing.T) {
	names, ids := map[string]bool{}, map[string]bool{}
	taken := 0
	for _, p := range memorytest.Poisoned("acme") {
		if names[p.Name] || ids[p.Record.ID] {
			t.Errorf("%s is there twice", p.Name)
		}
		names[p.Name], ids[p.Record.ID] = true, true
		if err := memory.Validate(p.Record); (err != nil) != p.Refused {
			t.Errorf("%s: %v, refused should be %v", p.Name, err, p.Refused)
		}
		if !p.Refused {
			taken++
		}
		if data, err := json.Marshal(p.Record); err != nil || !strings.Contains(string(data), memorytest.Canary) {
			t.Errorf("%s has no canary: %v", p.Name, err)
		}
	}
	if taken < 40 {
		t.Errorf("%d records can be stored, want at least 40", taken)
	}
}
