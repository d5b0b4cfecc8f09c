package app_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// obeyed is what a terminal or a runner would obey in what is printed.
var obeyed = regexp.MustCompile(`(?m)[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]|^\s*::|##\[`)

// memoryCommand runs a command of the memory and returns what it printed.
func memoryCommand(t *testing.T, environ []string, args ...string) (code int, printed string) {
	t.Helper()
	var out bytes.Buffer
	vars := map[string]string{"HOME": t.TempDir()}
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		vars[name] = value
	}
	code = app.Main(context.Background(), app.Env{Args: append([]string{"memory"}, args...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
		Getenv: func(name string) string { return vars[name] }, Environ: append(environ, "PATH="+os.Getenv("PATH"), "HOME="+vars["HOME"]), Now: time.Now})
	return code, out.String()
}

func folderOf(t *testing.T, records ...memory.Record) string {
	t.Helper()
	dir := t.TempDir()
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Whatever the fields of a record and the names of files say, what is printed of them
// moves no terminal and gives a runner no command.
func TestMemoryCommandsPrintNothingThatIsObeyed(t *testing.T) {
	const hostile = "x\n::set-output name=a::b\n ::warning::c ##[group]d \x1b[2J \u009b31m \u202e \u2066 \r::stop-commands::e panic"
	r := memorytest.New("acme", "Alpha", func(r *memory.Record) {
		memorytest.EachText(r, func(_ string, text *string) { *text = hostile })
		r.Supersedes = hostile
	})
	dir := folderOf(t, r)
	if err := os.WriteFile(filepath.Join(dir, "a\n::add-mask::b\x1b[2J.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"show", r.ID}, {"search", "panic"}, {"doctor"}, {"list", "--tenant", hostile}, {"show", hostile}, {"forget", hostile}} {
		_, printed := memoryCommand(t, nil, append(args, "--memory", "dir:"+dir, "--tenant", "acme")...)
		if at := obeyed.FindStringIndex(printed); at != nil || printed == "" {
			t.Errorf("%q prints %q", args[0], printed)
		}
	}
	if _, printed := memoryCommand(t, nil, "list", "--memory", "dir:"+dir, "--tenant", hostile); obeyed.MatchString(printed) {
		t.Errorf("a tenant is printed as %q", printed)
	}
}

// The reason of a mark is kept with the record and in the audit log: no secret in it.
func TestMarkTakesSecretsOutOfTheReason(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	dir := folderOf(t, r)
	secret := "hunter2-hunter2"
	code, printed := memoryCommand(t, []string{"DEPLOY_TOKEN=" + secret}, "mark", "quarantined", r.ID, "--reason", "leaks "+secret, "--memory", "dir:"+dir, "--tenant", "acme")
	if code != 0 {
		t.Fatal(printed)
	}
	for _, name := range []string{r.ID + ".json", "audit.log"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || bytes.Contains(data, []byte(secret)) || !bytes.Contains(data, []byte("leaks ")) {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
}

func TestPruneRefusesNegativeBounds(t *testing.T) {
	dir := folderOf(t, memorytest.New("acme", "Alpha"))
	for _, flag := range []string{"--keep=-1", "--max-age=-1h"} {
		if code, printed := memoryCommand(t, nil, "prune", flag, "--memory", "dir:"+dir, "--tenant", "acme"); code != 2 {
			t.Errorf("%s: status %d: %s", flag, code, printed)
		}
	}
}
