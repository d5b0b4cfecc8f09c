package minilm

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/embed"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                            ".",
		"  \n\t ":                     ".",
		"日本語":                         ".",
		"plain text":                  "plain text",
		"naïve café":                  "naive cafe",
		"a\xff\xfeb":                  "a b",
		"\x1b[31mred\x1b[0m":          "[31mred [0m",
		"\u023a \u0130 x":             "I x",
		"“quoted” — dash":             "quoted dash",
		strings.Repeat("ab", 100):     strings.Repeat("ab", 24),
		"ﬁle":                         "file",
		"panic: x\n\ngoroutine 1 [r]": "panic: x goroutine 1 [r]",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
	if got := len(strings.Fields(Clean(strings.Repeat("word ", 500)))); got != maxWords {
		t.Errorf("%d words are left, want %d", got, maxWords)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "a\xffb", "\u023a", "İstanbul", "\x00\x1b]0;x\x07", "ﷺ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Clean(text)
		if got == "" || len(got) > maxWords*(maxWord+1) || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("Clean(%q) = %q", text, got)
		}
		if again := Clean(got); again != got {
			t.Errorf("Clean is not idempotent: %q, then %q", got, again)
		}
	})
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if err := Check(dir); !errors.Is(err, ErrNoModel) {
		t.Errorf("empty folder: %v, want ErrNoModel", err)
	}
	// A quantised model panics in a worker goroutine: it is refused before it is loaded.
	for name := range pins {
		write(t, filepath.Join(dir, name), "int8 weights")
	}
	if err := Check(dir); !errors.Is(err, ErrWrongModel) {
		t.Errorf("other weights: %v, want ErrWrongModel", err)
	}
	if _, err := New(dir).Embed(t.Context(), []string{"x"}); !errors.Is(err, ErrWrongModel) {
		t.Errorf("embed with other weights: %v, want ErrWrongModel", err)
	}
}

func TestCheckSeesChangedFiles(t *testing.T) {
	dir := t.TempDir()
	if err := Pull(t.Context(), dir, Source{Location: modelDir(t)}); err != nil {
		t.Fatal(err)
	}
	if err := Check(dir); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, tokenizerFile), "{}")
	if err := Check(dir); !errors.Is(err, ErrWrongModel) {
		t.Errorf("after a change: %v, want ErrWrongModel", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCrashesCostOnlyTheVectors(t *testing.T) {
	for mode, want := range map[string]error{
		"panic": ErrCrashed, "fatal": ErrCrashed, "no load": ErrCrashed, "nonsense": ErrCrashed, "too few": ErrCrashed,
	} {
		t.Run(mode, func(t *testing.T) {
			e := playing(t, mode)
			for range 2 {
				if _, err := e.Embed(t.Context(), []string{"text"}); !errors.Is(err, want) {
					t.Errorf("embed: %v, want %v", err, want)
				}
			}
			e.command = func() (*exec.Cmd, error) {
				t.Error("a model that crashes is started again and again")
				return nil, errors.New("no")
			}
			if _, err := e.Embed(t.Context(), []string{"text"}); !errors.Is(err, ErrCrashed) {
				t.Errorf("embed: %v, want ErrCrashed", err)
			}
		})
	}
}

func TestCrashNamesTheCause(t *testing.T) {
	_, err := playing(t, "fatal").Embed(t.Context(), []string{"text"})
	if err == nil || !strings.Contains(err.Error(), "tokenizer: encode error") {
		t.Errorf("error %v does not say what the model printed", err)
	}
}

func TestHangEndsAtTheDeadline(t *testing.T) {
	for _, mode := range []string{"hang", "hang at load"} {
		e := playing(t, mode)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, err := e.Embed(ctx, []string{"text"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v, want the deadline", mode, err)
		}
		if e.child != nil {
			t.Errorf("%s: the child is kept", mode)
		}
	}
}

func TestOwnDeadline(t *testing.T) {
	e := playing(t, "hang")
	c, err := e.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.exchange(t.Context(), &request{[]string{"x"}}, 100*time.Millisecond); !errors.Is(err, ErrTimeout) {
		t.Errorf("exchange: %v, want ErrTimeout", err)
	}
}

func TestEmptyBatchAsksNobody(t *testing.T) {
	e := playing(t, "panic")
	v, err := e.Embed(t.Context(), nil)
	if len(v) != 0 || err != nil {
		t.Errorf("embed of nothing: %v, %v", v, err)
	}
}

func TestClosed(t *testing.T) {
	e := playing(t, "hang")
	e.Close()
	if _, err := e.Embed(t.Context(), []string{"x"}); !errors.Is(err, ErrClosed) {
		t.Errorf("embed after close: %v, want ErrClosed", err)
	}
}

func TestModel(t *testing.T) {
	e := realModel(t)
	same := func(a, b string) float64 { return embed.Dot(embedOne(t, e, a), embedOne(t, e, b)) }
	if n := len(embedOne(t, e, "x")); n != Dim {
		t.Fatalf("%d dimensions, want %d", n, Dim)
	}
	near := same("panic: runtime error: index out of range", "panic: runtime error: slice bounds out of range")
	far := same("panic: runtime error: index out of range", "npm cannot resolve the dependency tree")
	if near < 0.5 || far > 0.4 {
		t.Errorf("cosines: near %.3f, far %.3f", near, far)
	}
	if got := same("caf\u00e9 failed", "cafe failed"); got < 0.9999 {
		t.Errorf("an accent changes the vector: cosine %.4f", got)
	}
	// The model sees 128 tokens; what comes after changes nothing.
	long := strings.Repeat("index out of range ", 50)
	if got := same(long+"alpha", long+"omega"); got < 0.9999 {
		t.Errorf("text past the cut changes the vector: cosine %.4f", got)
	}
}

func TestModelTakesAnyText(t *testing.T) {
	e := realModel(t)
	for _, text := range []string{"", " ", "a\xff\xfe\xfdb", "\u023a", "\u2c65", "\u0130", "日本語", "\x00\x01", "💥", "\u202eabc", strings.Repeat("\xff", 300)} {
		embedOne(t, e, text)
	}
	if e.crashes != 0 {
		t.Errorf("the model crashed %d times", e.crashes)
	}
}

func TestModelIsSafeForConcurrentUse(t *testing.T) {
	e := realModel(t)
	want := embedOne(t, e, "undefined: parseHeader")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			v, err := e.Embed(t.Context(), []string{"undefined: parseHeader", "assertion failed"})
			if err != nil || !cmp.Equal(want, v[0]) {
				t.Errorf("embed: %v, or another vector", err)
			}
		})
	}
	wg.Wait()
}

// With one processor the backend waits for itself for ever unless it is given workers.
func TestModelOnOneProcessor(t *testing.T) {
	taskset, err := exec.LookPath("taskset")
	if err != nil {
		t.Skip("needs taskset to take processors away")
	}
	e := realModel(t)
	command := e.command
	e.command = func() (*exec.Cmd, error) {
		cmd, err := command()
		cmd.Args = append([]string{taskset, "-c", "0"}, cmd.Args...)
		cmd.Path = taskset
		return cmd, err
	}
	embedOne(t, e, "panic: index out of range")
}

func TestChildGetsNoSecrets(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-canary")
	cmd, err := New("dir").command()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range cmd.Env {
		if strings.Contains(v, "canary") {
			t.Errorf("the child is given %q", v)
		}
	}
	if cmd.Env == nil {
		t.Error("the child inherits the environment")
	}
}

func BenchmarkEmbed(b *testing.B) {
	e := realModel(b)
	embedOne(b, e, "warm up")
	text := strings.Repeat("runtime error: index out of range in parseHeader ", 8)
	for i := 0; b.Loop(); i++ {
		e.cache = map[string]embed.Vector{}
		embedOne(b, e, text)
	}
}
