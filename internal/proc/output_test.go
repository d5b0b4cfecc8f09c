package proc

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

// FuzzRecorder compares the ring with the plain way to cut a log.
func FuzzRecorder(f *testing.F) {
	f.Add([]byte("abcdefghijklmnopqrstuvwxyz"), 9, 3)
	f.Add([]byte(""), 1, 1)
	f.Add(bytes.Repeat([]byte("x"), 100), 2, 100)
	f.Fuzz(func(t *testing.T, data []byte, limit, step int) {
		if limit < 1 || limit > 1<<16 || step < 1 {
			return
		}
		r := newRecorder(int64(limit), nil)
		for rest := data; len(rest) > 0; {
			n := min(step, len(rest))
			if got, err := r.Write(rest[:n]); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		want, cut := data, len(data) > limit
		if cut {
			head := limit / 3
			tail := limit - head
			want = fmt.Appendf(append([]byte{}, data[:head]...), "\n[... %d bytes left out ...]\n", len(data)-limit)
			want = append(want, data[len(data)-tail:]...)
		}
		if got, truncated := r.bytes(); !bytes.Equal(got, want) || truncated != cut {
			t.Fatalf("got %q, %v, want %q, %v", got, truncated, want, cut)
		}
	})
}

type broken struct{ written int }

func (b *broken) Write(p []byte) (int, error) {
	b.written++
	return 0, errors.New("disk full")
}

func TestBrokenTeeDoesNotDisturb(t *testing.T) {
	tee := &broken{}
	r := newRecorder(100, tee)
	for range 3 {
		if n, err := r.Write([]byte("line\n")); n != 5 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, _ := r.bytes(); string(got) != "line\nline\nline\n" || tee.written != 1 {
		t.Errorf("kept %q, asked the tee %d times", got, tee.written)
	}
}
