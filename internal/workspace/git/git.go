// Package git runs git on checkouts that nobody vouched for, through repositories of
// regreen's own: each borrows the objects of one that is not trusted and nothing else. No
// hook, filter, fsmonitor, credential helper, pager, external diff or textconv of it runs.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Errors that callers tell apart.
var (
	ErrNotRepo = errors.New("not a git checkout")
	ErrMissing = errors.New("git is not installed or not in PATH")
)

const (
	// DefaultTimeout is for local work and fetches alike: a fetch that takes
	// longer waits for a login nobody gives (P11).
	DefaultTimeout = 2 * time.Minute
	// maxOutput caps what one call may print: listings of 100,000 files are
	// some 10 MiB, and no caller wants more than a diff in memory.
	maxOutput = 256 << 20
	// maxError caps the part of stderr that an error quotes.
	maxError = 2 << 10
)

// Error is a git call that ended with a status other than 0. Its text quotes
// git, which may quote the repository: it is outside text.
type Error struct {
	Args     []string
	ExitCode int
	Stderr   string // the last 2 KiB
}

func (e *Error) Error() string {
	name := "git"
	if len(e.Args) > 0 {
		name += " " + e.Args[0]
	}
	return fmt.Sprintf("%s: exit status %d: %q", name, e.ExitCode, strings.TrimSpace(e.Stderr))
}

// Call is one call of git with more than arguments.
type Call struct {
	Args []string
	// Env is added to the environment of git, for example credentials for a
	// push as GIT_CONFIG_* variables: never put those into Args, which every
	// process on the machine can read.
	Env []string
	// Stdin is what git reads; nil means nothing.
	Stdin io.Reader
	// Timeout ends the call; 0 means Options.Timeout.
	Timeout time.Duration
}

// Options are what Open takes from outside.
type Options struct {
	Environ []string      // the bot's environment; git gets PATH, HOME and proxies of it
	Timeout time.Duration // ends a call that hangs; 0 means DefaultTimeout
}

// client runs git safely: it is all that a call needs but the repository.
type client struct {
	env     []string
	timeout time.Duration
	path    string
}

// newClient keeps of the environment what git and ssh need to find themselves
// and the network.
func newClient(o Options) (client, error) {
	c := client{timeout: o.Timeout}
	if c.timeout <= 0 {
		c.timeout = DefaultTimeout
	}
	search := ""
	for _, entry := range o.Environ {
		name, value, _ := strings.Cut(entry, "=")
		switch strings.ToUpper(name) {
		case "PATH":
			search = value
			c.env = append(c.env, entry)
		case "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE",
			"SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "CURL_CA_BUNDLE", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT":
			c.env = append(c.env, entry)
		}
	}
	path, err := lookGit(search)
	if err != nil {
		return client{}, err
	}
	c.path = path
	return c, nil
}

func lookGit(search string) (string, error) {
	for _, dir := range filepath.SplitList(search) {
		if !filepath.IsAbs(dir) {
			continue // "." in PATH would run a program of the checkout
		}
		if path, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}

// quiet is the configuration under which nothing but git itself runs.
func quiet(root string) []string {
	return []string{
		"safe.directory", root, // P12: containers run as another user than the checkout's owner
		"core.hooksPath", os.DevNull,
		"core.fsmonitor", "false",
		"core.untrackedCache", "false",
		"core.pager", "cat",
		"core.askPass", "",
		"core.attributesFile", os.DevNull,
		"core.alternateRefsCommand", "true",
		"credential.helper", "",
		"credential.interactive", "false",
		"protocol.ext.allow", "never",
		"submodule.recurse", "false",
		"fetch.recurseSubmodules", "false",
		"push.recurseSubmodules", "no",
		"gc.auto", "0",
		"maintenance.auto", "false",
		"commit.gpgSign", "false",
		"tag.gpgSign", "false",
		"push.gpgSign", "false",
		"core.editor", "false",
		"sequence.editor", "false",
	}
}

// environ is the whole environment of a git call on the checkout at root.
func (c client) environ(root string, extra []string) []string {
	env := append([]string{
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "SSH_ASKPASS_REQUIRE=never", "GCM_INTERACTIVE=never",
		"GIT_SSH_COMMAND=ssh -o BatchMode=yes", "GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1",
		"GIT_ATTR_NOSYSTEM=1", "GIT_MERGE_AUTOEDIT=no", "LC_ALL=C", "LANGUAGE=",
	}, c.env...)
	return append(env, extra...)
}

// withConfig adds configuration to an environment by GIT_CONFIG_COUNT, which
// leaves the argument list free; extra may hold such a list already.
func withConfig(env []string, pairs []string) []string {
	count := 0
	out := make([]string, 0, len(env)+len(pairs)+1)
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "GIT_CONFIG_COUNT="); ok {
			count, _ = strconv.Atoi(value)
			continue
		}
		out = append(out, entry)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, pairs[i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, pairs[i+1]))
		count++
	}
	return append(out, fmt.Sprintf("GIT_CONFIG_COUNT=%d", count))
}

// run runs git with a complete environment in dir.
func (c client) run(ctx context.Context, dir string, env []string, call Call) ([]byte, error) {
	timeout := call.Timeout
	if timeout <= 0 {
		timeout = c.timeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, c.path, call.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, call.Stdin
	ownGroup(cmd)
	cmd.WaitDelay = 5 * time.Second // a helper that keeps the pipe open does not keep us
	out := &capped{limit: maxOutput}
	var tail lastBytes
	cmd.Stdout, cmd.Stderr = out, &tail
	err := cmd.Run()
	if limited.Err() != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("git %s: no answer within %s: %w", call.Args[0], timeout, limited.Err())
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return out.Bytes(), &Error{Args: call.Args, ExitCode: exit.ExitCode(), Stderr: string(tail.b)}
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", call.Args[0], err)
	}
	if out.over {
		return nil, fmt.Errorf("git %s: output is over %d bytes", call.Args[0], maxOutput)
	}
	return out.Bytes(), nil
}

// capped is a buffer with a limit that goes on swallowing.
type capped struct {
	bytes.Buffer
	limit int
	over  bool
}

func (c *capped) Write(p []byte) (int, error) {
	if c.Len()+len(p) > c.limit {
		c.over = true
		return len(p), nil
	}
	return c.Buffer.Write(p)
}

// lastBytes keeps the end of what is written.
type lastBytes struct{ b []byte }

func (l *lastBytes) Write(p []byte) (int, error) {
	l.b = append(l.b, p...)
	if len(l.b) > maxError {
		l.b = append(l.b[:0], l.b[len(l.b)-maxError:]...)
	}
	return len(p), nil
}
