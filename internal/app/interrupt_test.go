package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
)

// stopping is a memory in whose writing the run is interrupted.
type stopping struct {
	*memory.InMemory
	stop context.CancelFunc
}

func (s stopping) Put(ctx context.Context, _ memory.Record) error {
	s.stop()
	return ctx.Err()
}

// A run that is interrupted while its fix is written down has a proof: it hands it over,
// says that it may be forgotten, and ends as an interrupted one does.
func TestInterruptedWhileRemembering(t *testing.T) {
	t.Parallel()
	dir, e := benchRepo(t)
	toRed(t, dir)
	model, err := newFakeModel(strings.NewReplacer("sum.go", "f.txt", "range xs[1:]", "bad", "range xs", "good").Replace(fixScript))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.close)
	ctx, stop := context.WithCancel(t.Context())
	f := benchFlags(dir)
	f.JSON, f.BaseURL, f.Key = true, model.url(), "sk-test-0000"
	f.lent = &lent{id: "00000000-0000-4000-8000-000000000000", store: stopping{memory.NewInMemory(), stop}}
	var out bytes.Buffer
	e.Stdout = &out
	if err := runMain(ctx, e, f); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("ends with %v", err)
	}
	var a answer.Answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	if a.Outcome != outcome.Fixed || a.RecordID != "" || !strings.Contains(a.Repeat, "regreen verify") || !strings.Contains(strings.Join(a.Notes, "\n"), "not sure to be remembered") {
		t.Errorf("%s", out.Bytes())
	}
	if patch, err := os.ReadFile(a.PatchFile); err != nil || !strings.Contains(string(patch), "+good") {
		t.Errorf("patch %q, %v", patch, err)
	}
}
