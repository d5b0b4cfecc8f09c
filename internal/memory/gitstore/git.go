package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// gitTimeout ends a git command that waits: for a login, a dead server, a lock.
const gitTimeout = 2 * time.Minute

// pipeDelay is how long the output of a git that has ended may still take to arrive: on
// a machine where a hundred runs push at once that is seconds. It bounds the wait for a
// child of git that holds the pipe.
const pipeDelay = 30 * time.Second

// passed are the variables of the environment that git and ssh need to reach a remote.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "SSL_CERT_FILE", "SSL_CERT_DIR",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "XDG_CONFIG_HOME", "TMPDIR",
	"SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "TEMP", "TMP",
}

// git runs git in a bare repository of our own. What a remote, a branch or the user's
// settings could make it execute is off: hooks, filters, file watchers, prompts.
type git struct {
	dir  string   // the bare repository
	work string   // the work tree
	env  []string // complete
}

func newGit(dir, work string, environ, extra []string) *git {
	env := []string{
		"GIT_INDEX_FILE=" + filepath.Join(dir, "memory.index"),
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GCM_INTERACTIVE=never", "GIT_OPTIONAL_LOCKS=0",
		"GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C",
	}
	for _, v := range environ {
		if name, _, _ := strings.Cut(v, "="); slices.Contains(passed, name) {
			env = append(env, v)
		}
	}
	return &git{dir: dir, work: work, env: append(env, extra...)}
}

// options come before every command.
var options = []string{
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.symlinks=false", "-c", "core.autocrlf=false",
	"-c", "core.fileMode=false", "-c", "core.longPaths=true", "-c", "core.attributesFile=" + os.DevNull, "-c", "core.excludesFile=" + os.DevNull,
	"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "commit.gpgSign=false", "-c", "protocol.ext.allow=never",
	"-c", "submodule.recurse=false", "-c", "push.recurseSubmodules=no", "-c", "core.quotePath=false",
}

// run returns what git printed. The error holds what git said on standard error.
func (g *git) run(ctx context.Context, args ...string) ([]byte, error) {
	return g.feed(ctx, nil, args...)
}

// create makes the repository.
func (g *git) create(ctx context.Context) error {
	_, err := g.start(ctx, nil, []string{"init", "-q", "--bare", g.dir})
	return err
}

// unlock removes the locks that a killed git left. The caller has the folder to itself.
func (g *git) unlock() error {
	for _, folder := range []string{g.dir, filepath.Join(g.dir, "refs", "regreen")} {
		locks, err := fs.Glob(os.DirFS(folder), "*.lock")
		for _, name := range locks {
			err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *git) feed(ctx context.Context, in []byte, args ...string) ([]byte, error) {
	return g.start(ctx, in, append([]string{"--git-dir=" + g.dir, "--work-tree=" + g.work}, args...))
}

func (g *git) start(ctx context.Context, in []byte, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append(slices.Clone(options), args...)...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.WaitDelay = g.env, g.work, bytes.NewReader(in), pipeDelay
	cmd.SysProcAttr = tied()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("git %s: %w", command(args), ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", command(args), err, lastLines(stderr.String()))
	}
	return out, nil
}

// text is run, trimmed.
func (g *git) text(ctx context.Context, args ...string) (string, error) {
	out, err := g.run(ctx, args...)
	return strings.TrimSpace(string(out)), err
}

// command is the first argument that is not an option.
func command(args []string) string {
	i := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	return args[max(i, 0)]
}

// maxSaid is how many lines of what git said are in an error: the cause may be the first
// of them, and what to do about it after that.
const maxSaid = 8

// lastLines keeps an error readable.
func lastLines(s string) string {
	var said []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			said = append(said, line)
		}
	}
	return strings.Join(said[max(0, len(said)-maxSaid):], "; ")
}
