package pipeline

import (
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/recall"
)

// A run without a fix says what the memory was good for, and not that fixes failed which
// were never tried.
func TestWhatTheMemoryWasGoodFor(t *testing.T) {
	active := memory.Match{Record: memory.Record{Status: memory.Active, Fix: memory.Fix{Patch: "p"}}}
	rejected := memory.Match{Record: memory.Record{Status: memory.Rejected, StatusReason: "closed", Fix: memory.Fix{Patch: "p"}}}
	asked := Stages{Recall: &recall.Recaller{}}
	for want, r := range map[string]run{
		"no memory is searched":                      {},
		"the memory could not be searched":           {Stages: asked, deaf: true},
		"the memory has no fix for this":             {Stages: asked},
		"no remembered fix for this may be replayed": {Stages: asked, seen: recall.Result{Matches: []memory.Match{rejected}}},
		"no remembered fix holds":                    {Stages: asked, seen: recall.Result{Matches: []memory.Match{active}, Replayable: []memory.Match{active}}},
	} {
		if got := r.ofMemory(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if a, b := setAside(active), setAside(rejected); a != "" || b != ", rejected (closed), not tried" {
		t.Errorf("%q, %q", a, b)
	}
}
