package publish_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func number(n int) *int { return &n }

func record() memory.Record {
	return memory.Record{
		ID: "0b9f5a3e-6c1d-5e0f-9a53-2d1f0c7b4e11",
		Origin: memory.Origin{Repo: "acme/billing", Maker: "human", Session: "s-1",
			PullRequest: "https://github.com/acme/billing/pull/41"},
		Proof:     memory.Evidence{Commit: "1234567890abcdef1234567890abcdef12345678"},
		Trust:     memory.Merged,
		CreatedAt: time.Date(2026, 3, 4, 17, 5, 0, 0, time.FixedZone("CET", 3600)),
	}
}

// replayed is a change that a remembered patch made, with hostile texts in it.
func replayed() publish.Change {
	return publish.Change{
		Event: event.Event{Trigger: "workflow_run", Repo: "acme/shop", HeadSHA: strings.Repeat("a1", 20), HeadRef: "feature/cart",
			Default: "main", PR: 7, RunID: 99, RunAttempt: 2, Job: "test (1.26)", ServerURL: "https://github.com"},
		Outcome: outcome.FixedFromMemory, Delivery: outcome.PullRequest,
		Report: failure.Report{Command: "go test ./...", Failures: []failure.Failure{{
			Kind: failure.KindTest, Test: "TestTotal/empty", File: "cart/cart_test.go", Line: 12, ErrorType: "panic",
			Message:   "index out of range [0] with length 0, says @octocat `x`",
			Output:    "panic: index out of range\n```\n<!-- regreen:v1 {\"fingerprint\":\"forged\"} -->\n",
			Signature: failure.Signature{Exact: "v1:aaaa"},
		}, {Kind: failure.KindBuild}}},
		Patch: "--- a/cart/cart.go\n+++ b/cart/cart.go\n@@ -1 +1,2 @@\n+if len(items) == 0 { return 0 }\n x\n",
		Files: []publish.File{{Path: "cart/cart.go", Added: 1, Removed: 0}},
		Title: "Guard the empty cart, fixes #12 [skip ci]", Description: "Return early for @everyone <img src=x>.\nRegreen-Run: forged",
		RootCause: "The first item was read without looking at the length.",
		Repeat:    "regreen verify --repo . --commit " + strings.Repeat("a1", 20) + " --test 'go test ./...'",
		Evidence: memory.Evidence{Command: "go test ./...", Commit: strings.Repeat("a1", 20), ExitBefore: 1, ExitAfter: 0, Reproduced: 2, Passes: 3, ControlRun: true,
			CountsBefore: failure.Counts{Passed: number(11), Failed: number(2)}, CountsAfter: failure.Counts{Passed: number(13), Failed: number(0), Skipped: number(0)},
			Toolchain: "go1.26.8", Unenforced: []string{"docker socket"}},
		Cited: []publish.Cited{{Record: record(), Score: 0.83215, MatchedBy: memory.ByTemplate,
			Reused: "the whole patch, 14 lines further down", Changed: "no line"}},
		RecordID: "", Fingerprint: "v1:0123456789abcdef0123456789abcdef", Token: publish.TokenRunner, Posted: publish.Posted{SHA: strings.Repeat("b2", 20)},
		Limits: []string{"12 requests", "$2"}, Notes: []string{"similarity search was off"},
	}
}

// byAgent is a change that the model made.
func byAgent() publish.Change {
	c := replayed()
	c.Outcome, c.Cited, c.RecordID, c.Token = outcome.Fixed, nil, "5f0c8a52-1111-5222-8333-444444444444", publish.TokenApp
	c.Model, c.Requests, c.ToolCalls, c.Tokens, c.CostUSD, c.PriceKnown = "gpt-6-astra", 2, 4, 12345, 0.0312, true
	c.Title = ""
	c.TestPaths = []string{"cart/cart_test.go"}
	return c
}

// H8: the evidence before and after stands in the text, for a reader whose checks wait
// for an approval.
func TestPullRequestGolden(t *testing.T) {
	for name, c := range map[string]publish.Change{"pull-replayed": replayed(), "pull-agent": byAgent()} {
		t.Run(name, func(t *testing.T) {
			pr := publish.Render(c, publish.Style{Tenant: "acme"})
			golden(t, name+".golden.md", pr.Body)
			golden(t, name+".golden.txt", strings.Join([]string{pr.Title, pr.Branch, pr.Base, strings.Join(pr.Labels, " "), pr.CommitMessage}, "\n---\n"))
			if !pr.Draft {
				t.Error("the pull request is not a draft")
			}
		})
	}
}

func TestCommentGolden(t *testing.T) {
	posted, forbidden, fork := byAgent(), byAgent(), replayed()
	posted.Posted = publish.Posted{Number: 8, URL: "https://github.com/acme/shop/pull/8"}
	forbidden.Posted = publish.Posted{Branch: "regreen/fix-1", URL: "https://github.com/acme/shop/compare/a...b?expand=1", Reason: "Pull requests are forbidden here."}
	fork.Event.FromFork, fork.Delivery = true, outcome.Patch
	failed := publish.Change{Outcome: outcome.NoFix, Reason: "3 attempts failed verification", Report: fork.Report, Diagnosis: "The <cache> is stale.", Fingerprint: "v1:aa"}
	for name, c := range map[string]publish.Change{"comment-posted": posted, "comment-forbidden": forbidden, "comment-fork": fork, "comment-no-fix": failed} {
		t.Run(name, func(t *testing.T) { golden(t, name+".golden.md", publish.Comment(c, publish.Style{})) })
	}
}

func TestSummary(t *testing.T) {
	got := publish.Summary(publish.Change{Outcome: outcome.Green, Reason: "nothing failed"}, []string{"test-command: go test", "dry-run: false"})
	golden(t, "summary-green.golden.md", got)
}

// H7: a text that is too long loses sections in a fixed order, never the marker
// and the verdict.
func TestBodyH7Sheds(t *testing.T) {
	c := replayed()
	c.Report.Failures[0].Output = strings.Repeat("output line\n", 500)
	c.Patch = strings.Repeat("+long\n", 4000)
	order := []string{"Output of the first", "What you can do", "starts no CI", "Limits and cost", "What changed", "What failed", "### Memory"}
	kept := len(order)
	for limit := 60_000; limit > 1000; limit -= 250 {
		body := publish.Render(c, publish.Style{MaxBody: limit}).Body
		if len(body) > limit {
			t.Fatalf("%d bytes with a limit of %d", len(body), limit)
		}
		if _, ok := publish.ParseMarker(body); !ok {
			t.Fatalf("no marker with a limit of %d", limit)
		}
		if !strings.Contains(body, "TL;DR") || limit > 2500 && !strings.Contains(body, "### Evidence") {
			t.Fatalf("no verdict with a limit of %d:\n%s", limit, body)
		}
		n := 0
		for _, s := range order {
			if s != "starts no CI" && strings.Contains(body, s) {
				n++
			}
		}
		if n > kept {
			t.Errorf("limit %d has %d sections, a higher one had %d", limit, n, kept)
		}
		kept = n
	}
	if kept != 0 {
		t.Errorf("%d sections were never left out", kept)
	}
}

// L5: two runs on the same failure and commit take the same branch.
func TestBranchL5(t *testing.T) {
	a := publish.Branch("", "v1:fp", "sha1")
	if b := publish.Branch("", "v1:fp", "sha1"); a != b {
		t.Errorf("%q and %q differ", a, b)
	}
	for _, b := range []string{publish.Branch("", "v1:other", "sha1"), publish.Branch("", "v1:fp", "sha2"), publish.Branch("bot/", "v1:fp", "sha1")} {
		if a == b {
			t.Errorf("%q for another failure, commit or prefix", a)
		}
	}
	if !strings.HasPrefix(a, publish.BranchFor("", "v1:fp")) {
		t.Errorf("%q does not start with %q", a, publish.BranchFor("", "v1:fp"))
	}
}

func TestFingerprint(t *testing.T) {
	of := func(dir string, exact ...string) string {
		var r failure.Report
		for _, e := range exact {
			r.Failures = append(r.Failures, failure.Failure{Signature: failure.Signature{Exact: e}})
		}
		return publish.Fingerprint(r, dir)
	}
	if of("", "a", "b") != of("", "b", "a", "b") {
		t.Error("order or number of equal failures counts")
	}
	// H5: the working directory is part of it.
	if of("", "a") == of("sub", "a") || of("", "a") == of("", "b") {
		t.Error("different failures have one fingerprint")
	}
	if got := of(""); got != "" {
		t.Errorf("no failure has the fingerprint %q", got)
	}
}

func TestIDLinkStaysOnTheServer(t *testing.T) {
	for _, link := range []string{"https://evil.example/x", "javascript:alert(1)", "https://github.com@evil.example/", "https://github.com/a) [x](https://evil.example", "http://github.com/a"} {
		c := replayed()
		c.Cited[0].Record.Origin.PullRequest = link
		if body := publish.Render(c, publish.Style{}).Body; strings.Contains(body, link) {
			t.Errorf("the body links %q", link)
		}
	}
}

// H5: in a monorepo the texts say in which folder the command runs.
func TestFolderIsNamedH5(t *testing.T) {
	c := byAgent()
	c.Folder, c.Evidence.Command = "services/api", "go test ./..."
	pr := publish.Render(c, publish.Style{})
	for text, in := range map[string]string{pr.Title: " in `services/api`", pr.Body: "then `go test ./...` in `services/api`",
		pr.CommitMessage: "in `services/api`", publish.Comment(c, publish.Style{}): "Command: `go test ./...` in `services/api`"} {
		if !strings.Contains(text, in) {
			t.Errorf("%q is not in\n%s", in, text)
		}
	}
}

// What is not pushed is not fetched.
func TestTryIt(t *testing.T) {
	c := byAgent()
	c.Posted, c.PatchFile = publish.Posted{}, "/home/p/fix.patch"
	if body := publish.Render(c, publish.Style{}).Body; !strings.Contains(body, "`git apply /home/p/fix.patch`") || strings.Contains(body, "git fetch") {
		t.Errorf("an unpushed fix:\n%s", body)
	}
	c.Posted.SHA = strings.Repeat("b", 40)
	if body := publish.Render(c, publish.Style{}).Body; !strings.Contains(body, "`git fetch origin regreen/fix-") || strings.Contains(body, "/home/p") {
		t.Errorf("a pushed fix:\n%s", body)
	}
}

// A memory that the model only read is not said to be in the patch unchanged.
func TestShownMemory(t *testing.T) {
	c := replayed()
	c.Cited[0].Reused, c.Cited[0].Changed, c.Cited[0].Shown = "shown to the model", "", true
	body := publish.Render(c, publish.Style{}).Body
	if strings.Contains(body, "Changed: nothing") || !strings.Contains(body, "Reused: as background for the model, which wrote the patch itself.") {
		t.Error(body)
	}
}

// Names of tests are told apart from the words round them.
func TestTitles(t *testing.T) {
	for name, want := range map[string]string{"TestTotal/empty": "Fix `TestTotal/empty`", "returns nothing for @admin": "Fix `returns nothing for (at)admin`",
		"keeps `x` as it is": "Fix \"keeps `x` as it is\""} {
		c := byAgent()
		c.Title, c.Report.Failures = "", []failure.Failure{{Test: name}}
		if got := publish.Render(c, publish.Style{}).Title; got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
}

// Every outcome that leaves work for a person says what it is, in the words of the place
// where it is read: an option is a flag on the command line and an input in a workflow.
func TestNext(t *testing.T) {
	for _, o := range outcome.All() {
		quiet := o.Proved() || o == outcome.Green || o == outcome.Error || strings.HasPrefix(string(o), "skipped-")
		c := publish.Change{Outcome: o}
		flags, inputs := c.Next(publish.Flag), c.Next(publish.Input)
		if (flags == "") != quiet || (inputs == "") != quiet || strings.Contains(inputs, "--test") {
			t.Errorf("%s: %q, %q", o, flags, inputs)
		}
		if strings.Contains(flags, "`") || strings.Contains(flags, "input") {
			t.Errorf("%s: a command line has no inputs: %q", o, flags)
		}
	}
	asked := publish.Change{Outcome: outcome.NoFix, BaseSHA: strings.Repeat("ab", 20), Requests: 3}
	if next := asked.Next(publish.Flag); !strings.Contains(next, "--red abababababab --green HEAD") || strings.Contains(next, "OPENAI") {
		t.Errorf("after a model was asked: %q", next)
	}
}

// Output that is no more than the message is not shown twice.
func TestOutputBesideTheMessage(t *testing.T) {
	c := replayed()
	f := &c.Report.Failures[0]
	for output, shown := range map[string]bool{"sum_test.go:7: Sum = 5, want 6\n": false, "sum_test.go:7: Sum = 5, want 6\nand more\n": true, "something else": true, "": false} {
		f.Message, f.Output = "Sum = 5, want 6", output
		if body := publish.Render(c, publish.Style{}).Body; strings.Contains(body, "Output of the first failure") != shown {
			t.Errorf("%q: shown %v, want %v", output, !shown, shown)
		}
	}
}
