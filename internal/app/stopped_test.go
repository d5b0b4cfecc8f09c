package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
)

// A run that is stopped while a model answers was not failed by the model.
func TestStoppedWhileAModelAnswers(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			io.Copy(io.Discard, r.Body) // else it is not noticed that the client went
			stop()
			<-r.Context().Done()
		}
	}))
	defer model.Close()
	repo, home := committed(t), t.TempDir()
	vars := map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "XDG_STATE_HOME": home + "/state", "XDG_DATA_HOME": home + "/data",
		"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": model.URL + "/v1"}
	const fails = `printf -- "--- FAIL: TestSum (0.00s)\n    sum_test.go:7: Sum = 5, want 6\nFAIL\nFAIL\texample.com/tally\t0.002s\n"; exit 1`
	var stdout, stderr bytes.Buffer
	code := Main(ctx, cli.Env{
		Args: []string{"run", "--repo", repo, "--test", fails, "--flake-reruns", "1", "--embedding-model", "off", "--approve-live-cost", "--json"}, Stdin: strings.NewReader(""),
		Stdout: &stdout, Stderr: &stderr, Environ: environ(vars), Getenv: func(name string) string { return vars[name] }, Now: time.Now})
	if out := stdout.String(); code != exitStopped || !strings.Contains(out, `"outcome": "error"`) || !strings.Contains(out, "interrupted") {
		t.Errorf("exit %d\n%s%s", code, out, &stderr)
	}
}
