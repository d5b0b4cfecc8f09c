package ghapitest_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

// The contract must be able to fail: what it does not name is found.
func TestContractIsHeld(t *testing.T) {
	contracts := os.Getenv(ghapitest.ContractsEnv)
	if contracts == "" {
		t.Skip(ghapitest.ContractsEnv + " is not set: the published document is not at hand")
	}
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q", "-b", "main", dir}, {"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	s, err := ghapitest.Start(filepath.Join(t.TempDir(), "repos"), contracts)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.AddRepo("acme/shop", dir)
	if err != nil {
		t.Fatal(err)
	}
	r.AddPull(ghapitest.Pull{Number: 1, Head: "main", Base: "main", Open: true})
	call := func(method, path, body string) {
		t.Helper()
		req, err := http.NewRequest(method, s.APIURL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
	for _, good := range []string{"", "/pulls/1", "/pulls", "/git/ref/heads/main", "/issues/1/comments"} {
		call("GET", "/repos/acme/shop"+good, "")
	}
	call("POST", "/repos/acme/shop/issues/1/comments", `{"body":"x"}`)
	if v := s.Violations(); len(v) > 0 {
		t.Fatalf("honest calls are against the document: %v", v)
	}
	for name, bad := range map[string][3]string{
		"unknown path":  {"GET", "/repos/acme/shop/nothing", ""},
		"unknown field": {"POST", "/repos/acme/shop/issues/1/comments", `{"body":"x","in_reply_to":1}`},
		"missing field": {"POST", "/repos/acme/shop/git/refs", `{"ref":"refs/heads/x"}`},
		"wrong type":    {"POST", "/repos/acme/shop/issues/1/comments", `{"body":1}`},
	} {
		before := len(s.Violations())
		call(bad[0], bad[1], bad[2])
		if len(s.Violations()) == before {
			t.Errorf("%s is not found", name)
		}
	}
	s.Fail(ghapitest.Fault{Method: "GET", Path: "/pulls/1$", Status: 200, Body: `{"number":"one"}`})
	before := len(s.Violations())
	call("GET", "/repos/acme/shop/pulls/1", "")
	if len(s.Violations()) == before {
		t.Error("a wrong answer is not found")
	}
}
