package backend

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
)

// A user and a password in the address of a memory reach the server, and nobody else: no
// error, no name of a folder.
func TestLoginOfARemote(t *testing.T) {
	const secret = "hunter2-hunter2"
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusForbidden)
	}))
	defer server.Close()
	home := t.TempDir()
	e := cli.Env{Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}, Now: time.Now, Getenv: func(name string) string {
		return map[string]string{"HOME": home}[name]
	}}
	host := strings.TrimPrefix(server.URL, "http://")
	_, err := Open(t.Context(), e, options.Place{Memory: "git:http://ann:" + secret + "@" + host + "/x.git#fixes"}, Access{ReadOnly: true})
	if err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), host) {
		t.Errorf("%v", err)
	}
	if want := "basic " + base64.StdEncoding.EncodeToString([]byte("ann:"+secret)); !strings.EqualFold(got, want) {
		t.Errorf("the server got %q, want %q", got, want)
	}
	_ = filepath.WalkDir(home, func(path string, _ os.DirEntry, err error) error {
		if strings.Contains(path, secret) {
			t.Error(path)
		}
		return err
	})
	for _, uri := range []string{"qdrants://ann:" + secret + "@host/", "ftp://ann:" + secret + "@host/x", "qdrant://ann:" + secret + "@host:x/y"} {
		if _, _, err := Plan(e, options.Place{Memory: uri}, Access{}); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%v", err)
		}
	}
}

func TestCopyNameFits(t *testing.T) {
	long := copyName("/"+strings.Repeat("folder/", 60)+"a.git", "fixes")
	if len(long) > maxFileName || long == copyName("/"+strings.Repeat("folder/", 61)+"a.git", "fixes") || strings.Contains(long, "/") {
		t.Errorf("%d bytes: %s", len(long), long)
	}
	if short := copyName("https://h/x.git", "fixes"); short != "https:%2F%2Fh%2Fx.git%23fixes" {
		t.Errorf("%s: the copies that are there are not found", short)
	}
}
