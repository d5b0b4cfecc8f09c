package ghapi_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/ghapi/ghapitest"
	"github.com/regreen/regreen/internal/joblog"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/publish"
)

var (
	_ joblog.Source = (*ghapi.Run)(nil)
	_ publish.Host  = (*ghapi.Client)(nil)
	_ publish.Watch = (*ghapi.Client)(nil)
)

const token = "test-token"

// git runs git in a folder.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fixture is a server with the repository acme/shop: main, and topic with one
// commit more.
type fixture struct {
	*ghapitest.Server
	repo ghapitest.Repo
	head string // of topic
}

func serve(t testing.TB) fixture {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	write(t, dir, map[string]string{"cart.go": "package cart\n\nfunc Total() int {\n\treturn 1\n}\n", "run.sh": "#!/bin/sh\r\nexit 1\r\n", "docs/über.md": "a\n", "bin.dat": "\x00\x01a\n",
		"big.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"})
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	git(t, dir, "checkout", "-q", "-b", "topic")
	write(t, dir, map[string]string{"other.go": "package cart\n"})
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "second")
	s := ghapitest.New(t)
	repo, err := s.AddRepo("acme/shop", dir)
	if err != nil {
		t.Fatal(err)
	}
	return fixture{s, repo, repo.Head("topic")}
}

func (f fixture) client(t testing.TB, change func(*ghapi.Config)) *ghapi.Client {
	t.Helper()
	c := ghapi.Config{APIURL: f.APIURL, ServerURL: f.URL, Repo: "acme/shop", Token: token, Runner: token, Environ: os.Environ(),
		Sleep: func(context.Context, time.Duration) error { return nil }}
	if change != nil {
		change(&c)
	}
	cl, err := ghapi.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return cl
}

func (f fixture) calls() []string {
	var out []string
	for _, r := range f.Requests() {
		path, _, _ := strings.Cut(r.Path, "?")
		out = append(out, r.Method+" "+strings.TrimPrefix(path, "/repos/acme/shop"))
	}
	return out
}

// G5, G6: failed jobs of the latest attempt, of every page, however they are called.
func TestJobsG5EveryPage(t *testing.T) {
	f := serve(t)
	f.PageSize = 10
	run := ghapitest.Run{ID: 99, Attempt: 2, Branch: "topic"}
	for i := range 35 {
		conclusion := "success"
		if i == 3 || i == 34 {
			conclusion = "failure"
		}
		run.Jobs = append(run.Jobs, ghapitest.Job{ID: int64(i + 1), Name: fmt.Sprintf("leg (%d)", i), Conclusion: conclusion, Log: "x"})
	}
	run.Jobs = append(run.Jobs, ghapitest.Job{ID: 100, Name: "earlier", Conclusion: "failure", Attempt: 1},
		ghapitest.Job{ID: 101, Name: "slow", Conclusion: "timed_out"}, ghapitest.Job{ID: 102, Name: "running"})
	f.repo.AddRun(run)
	c := f.client(t, nil)
	for name, ref := range map[string]event.RunRef{"latest": {ID: 99}, "attempt": {ID: 99, Attempt: 2}} {
		jobs, err := c.Run(ref).Jobs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, j := range jobs {
			ids = append(ids, j.ID)
		}
		if diff := cmp.Diff([]int64{4, 35, 101}, ids); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	jobs, err := c.Run(event.RunRef{ID: 99, JobID: 35}).Jobs(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].Name != "leg (34)" || !strings.HasSuffix(jobs[0].URL, "/job/35") {
		t.Errorf("one job: %+v, %v", jobs, err)
	}
	if _, err := c.Run(event.RunRef{ID: 1}).Jobs(t.Context()); err == nil {
		t.Error("an unknown run has no error")
	}
}

// G2, G3: logs come over a plain download from another host, without the token.
func TestLogsG2(t *testing.T) {
	f := serve(t)
	log := "\ufeff2026-01-02T03:04:05.0000000Z \x1b[31mFAIL\x1b[0m\r\n"
	f.repo.AddRun(ghapitest.Run{ID: 99, Branch: "topic", Jobs: []ghapitest.Job{
		{ID: 1, Name: "plain", Conclusion: "failure", Log: log}, {ID: 2, Name: "gzip", Conclusion: "failure", Log: log, Gzip: true},
		{ID: 3, Name: "empty", Conclusion: "failure", Annotations: []string{"broken", "worse"}}, {ID: 4, Name: "big", Conclusion: "failure", Log: strings.Repeat("x", 1023) + "\n", Size: 5 << 20},
		{ID: 5, Name: "expired", Conclusion: "failure", Expired: true}, {ID: 6, Name: "short", Conclusion: "failure", Log: "x"}}})
	r := f.client(t, nil).Run(event.RunRef{ID: 99})
	logs, err := joblog.Collect(t.Context(), r, joblog.Limits{Head: 32 << 20, Tail: 1 << 20, Jobs: 10, Wait: time.Microsecond, Asks: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer logs.Close()
	var got []string
	for _, in := range logs.Inputs {
		data, err := io.ReadAll(in.R)
		if err != nil {
			t.Fatal(err)
		}
		if in.Job == "big" {
			if len(data) != 5<<20 {
				t.Errorf("G3: %d bytes of the big log", len(data))
			}
			continue
		}
		got = append(got, string(data))
	}
	if diff := cmp.Diff([]string{log, log, "a.go:1: failure: broken\na.go:2: failure: worse\n", "", "x"}, got); diff != "" {
		t.Error(diff)
	}
	if len(f.Downloads()) == 0 {
		t.Fatal("nothing was downloaded")
	}
	for _, h := range f.Downloads() {
		if h.Get("Authorization") != "" {
			t.Error("the token went to the host of the logs")
		}
	}
}

// G1: a running job has no log yet.
func TestLogsG1Running(t *testing.T) {
	f := serve(t)
	f.repo.AddRun(ghapitest.Run{ID: 99, Branch: "topic", Jobs: []ghapitest.Job{{ID: 1, Name: "a"}}})
	if _, err := f.client(t, nil).Run(event.RunRef{ID: 99}).Open(t.Context(), joblog.Job{ID: 1}); !errors.Is(err, joblog.ErrNotReady) {
		t.Errorf("err = %v", err)
	}
	f.Allow(token, ghapitest.Rights{})
	if _, err := f.client(t, nil).Run(event.RunRef{ID: 99}).Open(t.Context(), joblog.Job{ID: 1}); err == nil || !strings.Contains(err.Error(), "actions: read") {
		t.Errorf("without the right: %v", err)
	}
}

const fix = `--- a/cart.go
+++ b/cart.go
@@ -1,5 +1,5 @@
 package cart
 
 func Total() int {
-	return 1
+	return 2
 }
`

// everything changes, adds and deletes, also what is not plain text.
const everything = fix + `--- a/docs/über.md
+++ /dev/null
@@ -1 +0,0 @@
-a
--- /dev/null
+++ b/new/file.txt
@@ -0,0 +1 @@
+new
--- a/run.sh
+++ b/run.sh
@@ -1,2 +1,2 @@
 #!/bin/sh` + "\r\n-exit 1\r\n+exit 0\r\n"

func commit(t testing.TB, f fixture, text string) publish.Commit {
	t.Helper()
	p, err := patch.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return publish.Commit{Branch: "regreen/fix-1-2", Target: "topic", Parent: f.head, Patch: p,
		Message: "Fix the total\n\nIt was one off.\n\nRegreen-Signature: v1:abc\n"}
}

// ways are the two ways to push.
func ways() map[string]func(*ghapi.Config) {
	return map[string]func(*ghapi.Config){"git": nil, "API": func(c *ghapi.Config) { c.SignCommits = true }}
}

// P7, P10, P14: the commit lies on an explicit ref, holds only what the patch says,
// and keeps line ends and modes.
func TestPush(t *testing.T) {
	for name, way := range ways() {
		t.Run(name, func(t *testing.T) {
			f := serve(t)
			sha, err := f.client(t, way).Push(t.Context(), commit(t, f, everything))
			if err != nil {
				t.Fatal(err)
			}
			if got := f.repo.Head("regreen/fix-1-2"); got != sha || sha == "" {
				t.Fatalf("branch at %q, pushed %q", got, sha)
			}
			show := func(args ...string) string {
				out, err := f.repo.Git(args...)
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			if got := show("log", "-1", "--format=%P", sha); got != f.head {
				t.Errorf("parent %q", got)
			}
			if got := show("log", "-1", "--format=%B", sha); strings.TrimSpace(got) != strings.TrimSpace(commit(t, f, fix).Message) {
				t.Errorf("message %q", got)
			}
			got := show("-c", "core.quotePath=false", "diff", "--name-status", f.head, sha)
			if want := "M\tcart.go\nD\tdocs/über.md\nA\tnew/file.txt\nM\trun.sh"; got != want {
				t.Errorf("changes:\n%s", got)
			}
			if got := show("cat-file", "blob", sha+":run.sh"); got != "#!/bin/sh\r\nexit 0\r" {
				t.Errorf("run.sh = %q", got)
			}
			if got := show("ls-tree", sha, "run.sh"); !strings.HasPrefix(got, "100755") {
				t.Errorf("run.sh lost its mode: %s", got)
			}
		})
	}
}

// The same fix has the same id in each run, and is not pushed twice.
func TestPushAgain(t *testing.T) {
	for name, way := range ways() {
		t.Run(name, func(t *testing.T) {
			f := serve(t)
			first, err := f.client(t, way).Push(t.Context(), commit(t, f, fix))
			if err != nil {
				t.Fatal(err)
			}
			second, err := f.client(t, way).Push(t.Context(), commit(t, f, fix))
			if err != nil || second != first {
				t.Errorf("pushed %q, then %q, %v", first, second, err)
			}
			if name == "git" {
				if _, err := f.repo.Git("update-ref", "-d", "refs/heads/regreen/fix-1-2"); err != nil {
					t.Fatal(err)
				}
				if third, err := f.client(t, way).Push(t.Context(), commit(t, f, fix)); err != nil || third != first {
					t.Errorf("pushed %q, then %q, %v", first, third, err)
				}
			}
		})
	}
}

func TestPushRefused(t *testing.T) {
	for name, way := range ways() {
		for problem, tc := range map[string]struct {
			arrange func(fixture, *publish.Commit)
			patch   string
			want    error
		}{
			"P16 moved":         {func(_ fixture, c *publish.Commit) { c.Target = "main" }, fix, publish.ErrMoved},
			"P16 gone":          {func(_ fixture, c *publish.Commit) { c.Target = "none" }, fix, publish.ErrMoved},
			"other text":        {nil, strings.ReplaceAll(fix, "return 1", "return 7"), publish.ErrMoved},
			"P4 workflow":       {nil, strings.ReplaceAll(fix, "cart.go", ".github/workflows/ci.yml"), publish.ErrProtected},
			"P13 LFS":           {nil, "--- a/big.bin\n+++ b/big.bin\n@@ -1,3 +1,3 @@\n version https://git-lfs.github.com/spec/v1\n oid sha256:0\n-size 1\n+size 2\n", publish.ErrRefused},
			"a person's branch": {func(f fixture, c *publish.Commit) { c.Branch = "main" }, fix, publish.ErrTaken},
			"read-only": {func(f fixture, _ *publish.Commit) {
				f.Allow(token, ghapitest.Rights{})
				f.Fail(ghapitest.Fault{Path: "/git/(trees|commits|refs)$", Method: "POST", Status: 403})
			}, fix, nil},
		} {
			t.Run(name+" "+problem, func(t *testing.T) {
				f := serve(t)
				c := commit(t, f, tc.patch)
				if tc.arrange != nil {
					tc.arrange(f, &c)
				}
				sha, err := f.client(t, way).Push(t.Context(), c)
				if err == nil || tc.want != nil && !errors.Is(err, tc.want) {
					t.Errorf("Push = %q, %v", sha, err)
				}
				if c.Branch != "main" && f.repo.Head(c.Branch) != "" {
					t.Error("a branch was made")
				}
			})
		}
	}
}

// P6: a push that a rule for signatures refuses goes through the commit API.
func TestPushP6Signatures(t *testing.T) {
	f := serve(t)
	dir, err := f.repo.Git("rev-parse", "--absolute-git-dir")
	if err != nil {
		t.Fatal(err)
	}
	hook := "#!/bin/sh\necho 'remote: error: GH013: Repository rule violations found' >&2\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "hooks", "pre-receive"), []byte(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	sha, err := f.client(t, nil).Push(t.Context(), commit(t, f, fix))
	if err != nil || f.repo.Head("regreen/fix-1-2") != sha {
		t.Fatalf("Push = %q, %v", sha, err)
	}
	if calls := strings.Join(f.calls(), "\n"); !strings.Contains(calls, "POST /git/commits") {
		t.Errorf("calls:\n%s", calls)
	}
	// Another rule is a refusal.
	if err := os.WriteFile(filepath.Join(dir, "hooks", "pre-receive"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := commit(t, f, fix)
	c.Branch = "regreen/fix-3-4"
	if _, err := f.client(t, nil).Push(t.Context(), c); !errors.Is(err, publish.ErrRefused) {
		t.Errorf("err = %v", err)
	}
}

// P9: another run makes the branch between the look and the creation.
func TestPushRaced(t *testing.T) {
	f := serve(t)
	raced := false
	f.Fail(ghapitest.Fault{Method: "POST", Path: "/git/refs$", Times: 1, Do: func() {
		raced = true
		if _, err := f.client(t, nil).Push(t.Context(), commit(t, f, fix)); err != nil {
			t.Error(err)
		}
	}})
	sha, err := f.client(t, func(c *ghapi.Config) { c.SignCommits = true }).Push(t.Context(), commit(t, f, fix))
	if err != nil || sha != f.repo.Head("regreen/fix-1-2") || !raced {
		t.Errorf("Push = %q, %v, branch at %q", sha, err, f.repo.Head("regreen/fix-1-2"))
	}
}

func TestCanPush(t *testing.T) {
	f := serve(t)
	if err := f.client(t, nil).CanPush(t.Context()); err != nil {
		t.Errorf("with the right: %v", err)
	}
	f.Allow("weak", ghapitest.Rights{Logs: true})
	if err := f.client(t, func(c *ghapi.Config) { c.Token = "weak" }).CanPush(t.Context()); !errors.Is(err, publish.ErrReadOnly) {
		t.Errorf("without the right: %v", err)
	}
	before := len(f.Requests())
	if err := f.client(t, func(c *ghapi.Config) { c.Token = "" }).CanPush(t.Context()); !errors.Is(err, publish.ErrReadOnly) || len(f.Requests()) != before {
		t.Errorf("without a token: %v", err)
	}
	if out, _ := f.repo.Git("for-each-ref", "refs/heads/regreen"); out != "" {
		t.Errorf("the question made %s", out)
	}
}

func pull() publish.PullRequest {
	return publish.PullRequest{Title: "Fix", Body: publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:abc", Head: "h"}.String() + "\ntext",
		Branch: "regreen/fix-1-2", Base: "topic", Draft: true, Labels: []string{"regreen", "bot"}}
}

func TestOpen(t *testing.T) {
	f := serve(t)
	c := f.client(t, nil)
	sha, err := c.Push(t.Context(), commit(t, f, fix))
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Open(t.Context(), pull())
	if err != nil {
		t.Fatal(err)
	}
	want := publish.Existing{Number: 1, URL: f.URL + "/acme/shop/pull/1", Branch: "regreen/fix-1-2", SHA: sha, Open: true, Labels: []string{"regreen", "bot"},
		Marker: publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:abc", Head: "h"}}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("Open: %s", diff)
	}
	// P9: a second one is refused with 422 and found.
	if again, err := c.Open(t.Context(), pull()); err != nil || again.Number != 1 || len(f.repo.Pulls()) != 1 {
		t.Errorf("Open again = %+v, %v", again, err)
	}
	if p := f.repo.Pulls()[0]; !p.Draft || p.Base != "topic" {
		t.Errorf("made %+v", p)
	}
}

func TestOpenRefused(t *testing.T) {
	f := serve(t)
	c := f.client(t, nil)
	if _, err := c.Open(t.Context(), pull()); err == nil || errors.Is(err, publish.ErrForbidden) || errors.Is(err, publish.ErrTooLong) {
		t.Errorf("no branch: %v", err)
	}
	if _, err := c.Push(t.Context(), commit(t, f, fix)); err != nil {
		t.Fatal(err)
	}
	f.NoDrafts = true
	made, err := c.Open(t.Context(), pull())
	if err != nil || made.Number == 0 || f.repo.Pulls()[0].Draft {
		t.Errorf("no drafts: %+v, %v", made, err)
	}
	f.repo.ClosePull(made.Number)
	f.MaxBody = 10
	if _, err := c.Open(t.Context(), pull()); !errors.Is(err, publish.ErrTooLong) { // H7
		t.Errorf("too long: %v", err)
	}
	f.Allow(token, ghapitest.Rights{Push: true})
	if _, err := c.Open(t.Context(), pull()); !errors.Is(err, publish.ErrForbidden) { // P1
		t.Errorf("forbidden: %v", err)
	}
}

// L6: every page is read; an incomplete search is an error.
func TestFindL6(t *testing.T) {
	f := serve(t)
	f.PageSize = 5
	mine := publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:abc", Head: "h"}
	for i := range 30 {
		f.repo.AddPull(ghapitest.Pull{Head: fmt.Sprintf("regreen/fix-1-%02d", i), Base: "main", Body: publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:other"}.String(), Author: "github-actions[bot]", Bot: true})
	}
	n := f.repo.AddPull(ghapitest.Pull{Head: "regreen/fix-1-x", Base: "main", Merged: true, Body: mine.String(), Author: "github-actions[bot]", Bot: true, Labels: []string{"regreen"}})
	// A stranger's pull request with the marker in it says nothing.
	f.repo.AddPull(ghapitest.Pull{Head: "regreen/fix-1-y", HeadRepo: "evil/shop", HeadSHA: f.head, Base: "main", Open: true, Body: mine.String(), Author: "mallory"})
	c := f.client(t, nil)
	found, err := c.Find(t.Context(), publish.Search{Fingerprint: "v1:abc", Prefix: "regreen/fix-1-"})
	if err != nil || len(found) != 1 || found[0].Number != n || found[0].Open || !found[0].Merged || len(found[0].Labels) != 1 {
		t.Errorf("Find = %+v, %v", found, err)
	}
	found, err = c.Find(t.Context(), publish.Search{Branch: "regreen/fix-1-x"})
	if err != nil || len(found) != 1 || found[0].Number != n || !found[0].Merged {
		t.Errorf("Find by branch = %+v, %v", found, err)
	}
	f.repo.IncompleteSearch()
	if _, err := c.Find(t.Context(), publish.Search{Fingerprint: "v1:abc", Prefix: "regreen/fix-1-"}); !errors.Is(err, publish.ErrIncomplete) {
		t.Errorf("err = %v", err)
	}
}

func TestCommentIsEditedInPlace(t *testing.T) {
	f := serve(t)
	f.PageSize = 3
	n := f.repo.AddPull(ghapitest.Pull{Head: "topic", Base: "main", Open: true})
	text := func(attempts int) string {
		return publish.Marker{Kind: publish.KindComment, Fingerprint: "v1:abc", Attempts: attempts}.String() + "\ntext\n"
	}
	for range 7 {
		f.repo.AddComment(ghapitest.Comment{Number: n, Author: "bob", Body: "> " + text(9)})
	}
	f.repo.AddComment(ghapitest.Comment{Number: n, Author: "mallory", Body: text(9)})               // a person's forgery
	f.repo.AddComment(ghapitest.Comment{Number: n, Author: "other[bot]", Bot: true, Body: text(9)}) // another bot's
	if _, ok, err := f.client(t, nil).Marker(t.Context(), n); ok || err != nil {
		t.Errorf("a forged marker is taken: %v", err)
	}
	for i, body := range []string{text(1), text(1), text(2)} {
		c := f.client(t, nil)
		m, ok, err := c.Marker(t.Context(), n)
		if err != nil || ok != (i > 0) || i > 0 && m.Attempts != 1 {
			t.Errorf("round %d: marker %+v, %v, %v", i, m, ok, err)
		}
		if err := c.Comment(t.Context(), n, body); err != nil {
			t.Fatal(err)
		}
	}
	comments := f.repo.Comments(n)
	if len(comments) != 10 || comments[9].Body != text(2) || comments[9].Author != "github-actions[bot]" {
		t.Errorf("%d comments, last %+v", len(comments), comments[len(comments)-1])
	}
	writes := 0
	for _, c := range f.calls() {
		if strings.HasPrefix(c, "POST /issues") || strings.HasPrefix(c, "PATCH /issues") {
			writes++
		}
	}
	if writes != 2 {
		t.Errorf("%d writes for two different texts", writes)
	}
	f.Allow(token, ghapitest.Rights{Login: "github-actions[bot]", Bot: true})
	if err := f.client(t, nil).Comment(t.Context(), n, text(3)); !errors.Is(err, publish.ErrReadOnly) {
		t.Errorf("read-only: %v", err)
	}
}

// P2, P3: the pull request of a run is found by its head commit and repository.
func TestResolveP3(t *testing.T) {
	f := serve(t)
	f.PageSize = 1
	f.repo.AddPull(ghapitest.Pull{Number: 4, Head: "topic", HeadRepo: "bob/shop", HeadSHA: strings.Repeat("9", 40), Base: "main", Open: true})
	f.repo.AddPull(ghapitest.Pull{Number: 5, Head: "topic", HeadRepo: "bob/shop", HeadSHA: f.head, Base: "main", Open: true, Labels: []string{"x"}})
	f.repo.AddPull(ghapitest.Pull{Number: 6, Head: "topic", Base: "main", Open: true})
	c := f.client(t, nil)
	for name, tc := range map[string]struct {
		in   event.Event
		pr   int
		fork bool
	}{
		"fork":        {event.Event{Repo: "acme/shop", HeadRepo: "bob/shop", HeadRef: "topic", HeadSHA: f.head, FromFork: true, Resolve: true}, 5, true},
		"same repo":   {event.Event{Repo: "acme/shop", HeadRepo: "acme/shop", HeadRef: "topic", HeadSHA: f.head, Resolve: true}, 6, false},
		"by number":   {event.Event{Repo: "acme/shop", PR: 6, Resolve: true}, 6, false},
		"none":        {event.Event{Repo: "acme/shop", HeadRepo: "acme/shop", HeadRef: "main", HeadSHA: f.head, Resolve: true}, 0, false},
		"gone fork":   {event.Event{Repo: "acme/shop", HeadRef: "main", HeadSHA: f.head, FromFork: true, Resolve: true}, 0, true},
		"not needed":  {event.Event{Repo: "acme/shop", PR: 99, HeadSHA: f.head}, 99, false},
		"fork number": {event.Event{Repo: "acme/shop", PR: 5, Resolve: true}, 5, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.Resolve(t.Context(), tc.in)
			if err != nil || got.PR != tc.pr || got.FromFork != tc.fork || got.Resolve {
				t.Errorf("Resolve = %+v, %v", got, err)
			}
			if tc.in.Resolve && got.Trusted == tc.fork {
				t.Errorf("trusted %v", got.Trusted)
			}
		})
	}
}

func TestRunEvent(t *testing.T) {
	f := serve(t)
	f.repo.AddRun(ghapitest.Run{ID: 99, Attempt: 3, Branch: "topic", Event: "pull_request", Jobs: []ghapitest.Job{{Name: "a", Conclusion: "failure"}}})
	f.repo.AddRun(ghapitest.Run{ID: 100, Branch: "topic", Event: "push", HeadRepo: "evil/shop"})
	f.repo.AddRun(ghapitest.Run{ID: 101, Branch: "topic", Event: "pull_request_target", Jobs: []ghapitest.Job{{Name: "a", Conclusion: "failure"}}})
	c := f.client(t, nil)
	e, err := c.RunEvent(t.Context(), event.Event{Trigger: "workflow_dispatch", Trusted: true}, event.RunRef{ID: 99})
	if err != nil || e.RunID != 99 || e.RunAttempt != 3 || e.HeadSHA != f.head || e.HeadRef != "topic" || e.Default != "main" || !e.Resolve || e.Skip != "" || !e.Trusted || e.HeadMessage == "" {
		t.Errorf("event %+v, %v", e, err)
	}
	if e, err = c.RunEvent(t.Context(), event.Event{Trusted: true}, event.RunRef{ID: 100}); err != nil || e.Trusted || !e.FromFork || e.Skip == "" {
		t.Errorf("fork: %+v, %v", e, err)
	}
	if e, err = c.RunEvent(t.Context(), event.Event{Trusted: true}, event.RunRef{ID: 101}); err != nil || e.Trusted || !e.Refused {
		t.Errorf("target: %+v, %v", e, err)
	}
	if _, err = c.RunEvent(t.Context(), event.Event{}, event.RunRef{ID: 1}); err == nil {
		t.Error("an unknown run has no error")
	}
}

// H6: a secondary rate limit is waited for, a passing fault of a read is tried
// again, and what cannot change is not.
func TestLimitsH6(t *testing.T) {
	f := serve(t)
	f.repo.AddRun(ghapitest.Run{ID: 99, Branch: "topic", Jobs: []ghapitest.Job{{ID: 1, Name: "a", Conclusion: "failure"}}})
	f.Fail(ghapitest.Fault{Path: "/runs/99/jobs", Times: 1, Status: 429, Header: map[string]string{"Retry-After": "1"},
		Body: `{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"}`})
	f.Fail(ghapitest.Fault{Path: "/runs/99/jobs", Times: 2, Status: 502})
	jobs, err := f.client(t, nil).Run(event.RunRef{ID: 99}).Jobs(t.Context())
	if err != nil || len(jobs) != 1 {
		t.Fatalf("jobs %v, %v", jobs, err)
	}
	if n := len(f.Requests()); n != 4 {
		t.Errorf("%d requests: %v", n, f.calls())
	}
	before := len(f.Requests())
	if _, err := f.client(t, nil).Run(event.RunRef{ID: 1}).Jobs(t.Context()); err == nil || len(f.Requests()) != before+1 {
		t.Errorf("404: %v after %d requests", err, len(f.Requests())-before)
	}
	f.Fail(ghapitest.Fault{Method: "POST", Path: "/pulls$", Status: 502})
	before = len(f.Requests())
	if _, err := f.client(t, nil).Open(t.Context(), pull()); err == nil || len(f.Requests()) != before+1 {
		t.Errorf("a write was repeated: %v after %d requests", err, len(f.Requests())-before)
	}
}

func TestKindOf(t *testing.T) {
	for _, tc := range []struct {
		token, runner string
		want          publish.TokenKind
	}{
		{"", "", publish.TokenNone}, {"ghs_a", "ghs_a", publish.TokenRunner}, {"ghs_b", "ghs_a", publish.TokenApp}, {"ghp_x", "ghs_a", publish.TokenUser},
		{"github_pat_x", "", publish.TokenUser}, {"0123", "", publish.TokenUnknown},
	} {
		if got := ghapi.KindOf(tc.token, tc.runner); got != tc.want {
			t.Errorf("KindOf(%q, %q) = %q", tc.token, tc.runner, got)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []ghapi.Config{{}, {Repo: "a"}, {Repo: "a/b", APIURL: "github.com"}, {Repo: "a/b", ServerURL: "ssh://x"}, {Repo: "a/b", App: &ghapi.App{ID: 1, PrivateKey: []byte("x")}}} {
		if _, err := ghapi.New(c); err == nil {
			t.Errorf("New(%+v) has no error", c)
		}
	}
}

// H3: nothing but the configured server is called.
func TestNoOtherHostH3(t *testing.T) {
	f := serve(t)
	f.repo.AddRun(ghapitest.Run{ID: 99, Branch: "topic", Jobs: []ghapitest.Job{{ID: 1, Name: "a", Conclusion: "failure", Log: "x"}}})
	hosts := map[string]bool{}
	c := f.client(t, func(c *ghapi.Config) { c.Transport = spy{hosts} })
	r := c.Run(event.RunRef{ID: 99})
	if _, err := r.Jobs(t.Context()); err != nil {
		t.Fatal(err)
	}
	rc, err := r.Open(t.Context(), joblog.Job{ID: 1})
	if err != nil {
		t.Fatal(err)
	}
	_ = rc.Close()
	for h := range hosts {
		if !strings.HasPrefix(h, "127.0.0.1:") {
			t.Errorf("called %s", h)
		}
	}
	if len(hosts) != 2 {
		t.Errorf("hosts %v", hosts)
	}
}

type spy struct{ hosts map[string]bool }

func (s spy) RoundTrip(r *http.Request) (*http.Response, error) {
	s.hosts[r.URL.Host] = true
	return http.DefaultTransport.RoundTrip(r)
}

func TestClosingReason(t *testing.T) {
	f := serve(t)
	n := f.repo.AddPull(ghapitest.Pull{Head: "topic", Base: "main"})
	for _, c := range []ghapitest.Comment{{Number: n, Author: "alice", Association: "MEMBER", Body: "wrong layer"}, {Number: n, Author: "mallory", Body: "spam"},
		{Number: n, Author: "x[bot]", Bot: true, Association: "MEMBER", Body: "beep"}} {
		f.repo.AddComment(c)
	}
	if got, err := f.client(t, nil).ClosingReason(t.Context(), n); err != nil || got != "wrong layer" {
		t.Errorf("ClosingReason = %q, %v", got, err)
	}
}

// P11: a server that asks for a password gets no answer, and nobody waits for one.
func TestPushP11NoPrompt(t *testing.T) {
	f := serve(t)
	f.Fail(ghapitest.Fault{Path: `\.git/info/refs`, Status: 401})
	c := f.client(t, func(c *ghapi.Config) {
		c.Environ = append(os.Environ(), "GIT_ASKPASS=/bin/cat", "GIT_TERMINAL_PROMPT=1")
	})
	if _, err := c.Push(t.Context(), commit(t, f, fix)); err == nil {
		t.Error("no error")
	}
}

// The token stands in no command line and in no error.
func TestPushHidesTheToken(t *testing.T) {
	f := serve(t)
	log := filepath.Join(t.TempDir(), "calls")
	wrapper := filepath.Join(t.TempDir(), "git")
	script := "#!/bin/sh\necho \"$@\" >>" + log + "\nexec git \"$@\"\n"
	if err := os.WriteFile(wrapper, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	const secret = "ghp_verysecret"
	c := f.client(t, func(c *ghapi.Config) { c.Git, c.Token = wrapper, secret })
	if _, err := c.Push(t.Context(), commit(t, f, fix)); err != nil {
		t.Fatal(err)
	}
	f.Fail(ghapitest.Fault{Path: `\.git/`, Status: 500})
	bad := commit(t, f, fix)
	bad.Branch = "regreen/fix-9-9"
	_, err := c.Push(t.Context(), bad)
	calls, readErr := os.ReadFile(log)
	if err == nil || readErr != nil || len(calls) == 0 {
		t.Fatalf("%v, %v, %d bytes", err, readErr, len(calls))
	}
	encoded := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + secret))
	for _, s := range []string{secret, encoded} {
		if strings.Contains(string(calls), s) || strings.Contains(err.Error(), s) {
			t.Error("the token is in a command line or an error")
		}
	}
}
