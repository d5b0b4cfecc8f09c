package minilm

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/embed"
)

// childMode makes the test binary play a model that misbehaves.
const childMode = "REGREEN_TEST_MODEL_CHILD"

func TestMain(m *testing.M) {
	if ran, code := ServeMain(os.Args); ran {
		os.Exit(code)
	}
	if mode := os.Getenv(childMode); mode != "" {
		misbehave(mode)
		return
	}
	os.Exit(m.Run())
}

func misbehave(mode string) {
	in := bufio.NewScanner(os.Stdin)
	switch mode {
	case "hang at load":
		time.Sleep(time.Hour)
	case "no load":
		fmt.Println(`{"error":"unimplemented operation"}`)
		return
	case "nonsense":
		fmt.Println("SimpleGo backend: hello")
		time.Sleep(time.Hour)
	}
	fmt.Println("{}")
	for in.Scan() {
		switch mode {
		case "panic":
			go panic("worker goroutine")
			time.Sleep(time.Hour)
		case "fatal":
			fmt.Fprintln(os.Stderr, "tokenizer: encode error")
			os.Exit(1)
		case "hang":
			time.Sleep(time.Hour)
		case "too few":
			fmt.Println(`{"vectors":[]}`)
		}
	}
}

// playing returns an Embedder whose child misbehaves.
func playing(t *testing.T, mode string) *Embedder {
	e := New("")
	e.check = func() error { return nil }
	e.command = func() (*exec.Cmd, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{childMode + "=" + mode}
		return cmd, nil
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// modelDir is the folder of the real model. Tests that need it skip where it is not
// installed, unless REGREEN_REQUIRE_MODEL is set.
func modelDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("REGREEN_MODEL_DIR")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Skipf("no cache folder: %v", err)
		}
		dir = DefaultDir(cache)
	}
	if err := Check(dir); err != nil {
		if os.Getenv("REGREEN_REQUIRE_MODEL") != "" {
			t.Fatalf("the model is required here: %v", err)
		}
		t.Skipf("needs the embedding model, which `regreen model pull` installs: %v", err)
	}
	return dir
}

func realModel(t testing.TB) *Embedder {
	e := New(modelDir(t))
	t.Cleanup(func() { e.Close() })
	return e
}

func embedOne(t testing.TB, e *Embedder, text string) embed.Vector {
	t.Helper()
	v, err := e.Embed(t.Context(), []string{text})
	if err != nil {
		t.Fatalf("embed %.60q: %v", text, err)
	}
	return v[0]
}
