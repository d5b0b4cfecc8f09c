package remember_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/gitstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
)

// canary is in every secret below; known is a value that the run was given.
const (
	canary = "Canary"
	known  = "hunter2-Canary-known"
)

// spilt is a record with a secret in each of its texts, as a log, a diff, a message or a
// path may have it.
func spilt(r *memory.Record) {
	s := &r.Symptoms[0]
	s.Message = "connect: DB_PASSWORD: pwCanary1\npostgres://app:urlCanary2@db/shop refused"
	s.Signature.Text = "Authorization: Basic Canary3Canary3== and " + known
	s.Test, s.Package, s.File, s.ErrorType = "Test/"+known, "acme/"+known, "cfg/"+known+"/a.go", "E"+known
	r.Fix.Description = `the server said {"token":"jsonCanary4"}`
	r.Fix.RootCause = "Server=db;Password=csCanary5;Encrypt=true"
	r.Fix.Patch = strings.ReplaceAll(r.Fix.Patch, "\n+", "\n+\tpassword = \"litCanary6\"\n+")
	r.Fix.Paths = append(r.Fix.Paths, "cfg/"+known+"/a.go")
	r.Fix.Before = map[string]string{r.Fix.Paths[0]: "client_secret: 'beforeCanary7'\n", "cfg/" + known + "/a.go": "x"}
	r.Outcome, r.StatusReason = "exit 0, API_TOKEN=outCanary8", "--password=whyCanary9"
	r.Proof.Command, r.Proof.Toolchain, r.Proof.RunURL = "curl -u ci:cmdCanary10 x && go test", known, "https://ci/?token=linkCanary11"
	r.Proof.Unenforced = []string{"socket " + known}
	r.Origin.Model, r.Origin.Actor, r.Origin.Repo, r.Origin.PullRequest = known, known, known, "https://x/?sig=prCanary12"
}

// imported puts the record into the store as import does, which redacts what a store
// that knew of fewer secrets exported.
func imported(t *testing.T, s memory.Store) {
	t.Helper()
	line, err := json.Marshal(memorytest.New("acme", "Alpha", spilt))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(line, []byte(canary)); n < 20 {
		t.Fatalf("the record has %d canaries", n)
	}
	r, err := scrub.New([]string{known})
	if err != nil {
		t.Fatal(err)
	}
	m := remember.Memory{Store: s, Tenant: "acme", Redact: func(s string) string { clean, _ := r.RedactVerbatim(s); return clean }}
	if n, err := m.Import(t.Context(), bytes.NewReader(line)); n.Total() != 1 || err != nil {
		t.Fatal(n, err)
	}
	page, err := s.List(t.Context(), "acme", "", 1)
	if err != nil || len(page.Records) != 1 {
		t.Fatal(page, err)
	}
	if got := page.Records[0]; !got.Fix.Redacted || len(got.Fix.Before) != 0 || !strings.Contains(got.Symptoms[0].Message, "refused") {
		t.Errorf("redacted %v, %d texts before, message %q", got.Fix.Redacted, len(got.Fix.Before), got.Symptoms[0].Message)
	}
}

func wantNoCanary(t *testing.T, where string, data []byte) {
	t.Helper()
	if at := bytes.Index(data, []byte(canary)); at >= 0 {
		t.Errorf("%s holds a secret: …%s…", where, data[max(0, at-60):min(len(data), at+30)])
	}
}

func TestNoSecretInTheBytesOfAFolder(t *testing.T) {
	dir := t.TempDir()
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	imported(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		wantNoCanary(t, path, append(data, path...))
		return err
	})
	if err != nil || files < 3 { // the record, the audit log and the index
		t.Errorf("%d files, %v", files, err)
	}
}

func TestNoSecretInTheBytesOfABranch(t *testing.T) {
	remote := filepath.Join(t.TempDir(), "remote.git")
	git := func(args ...string) []byte {
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return out
	}
	git("init", "-q", "--bare", remote)
	s, err := gitstore.Open(t.Context(), gitstore.Options{Remote: remote, StateDir: t.TempDir(), Environ: os.Environ(), Session: "run 1"})
	if err != nil {
		t.Fatal(err)
	}
	imported(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	all := git("-C", remote, "cat-file", "--batch", "--batch-all-objects")
	if !bytes.Contains(all, []byte(`"symptoms"`)) {
		t.Fatal("the branch has no record")
	}
	wantNoCanary(t, "the repository", all)
}

// No text of a record is left out when secrets are taken out.
func TestNoSecretInAnyText(t *testing.T) {
	r := memorytest.Random(rand.New(rand.NewPCG(1, 2)), "acme", "Alpha")
	for r.Vectors == nil {
		r = memorytest.Random(rand.New(rand.NewPCG(rand.Uint64(), 2)), "acme", "Alpha")
	}
	memorytest.EachText(&r, func(_ string, text *string) { *text = "x " + known })
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	redact, err := scrub.New([]string{known})
	if err != nil {
		t.Fatal(err)
	}
	s := memory.NewInMemory()
	m := remember.Memory{Store: s, Tenant: "acme", Redact: func(s string) string { clean, _ := redact.RedactVerbatim(s); return clean }}
	if n, err := m.Import(t.Context(), bytes.NewReader(line)); n.Total() != 1 || err != nil {
		t.Fatal(n, err)
	}
	got, err := s.Get(t.Context(), "acme", r.ID)
	if err != nil {
		t.Fatal(err)
	}
	memorytest.EachText(&got, func(field string, text *string) { wantNoCanary(t, field, []byte(*text)) })
}
