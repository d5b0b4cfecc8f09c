package alarm

import (
	"context"
	"errors"
	"testing"
)

type fakePager struct {
	asleep map[string]bool
}

func sleeping(who ...string) Pager {
	f := &fakePager{asleep: map[string]bool{}}
	for _, w := range who {
		f.asleep[w] = true
	}
	return f
}

func (f *fakePager) Page(_ context.Context, who, _ string) error {
	if f.asleep[who] {
		return errors.New("no answer")
	}
	return nil
}

func TestSecondOnDutyIsPaged(t *testing.T) {
	who, err := Duty(context.Background(), sleeping("Ola"), []string{"Ola", "Kari"}, "M5.1")
	if err != nil || who != "Kari" {
		t.Fatalf("expected Kari to be reached, not %q (%v)", who, err)
	}
}
