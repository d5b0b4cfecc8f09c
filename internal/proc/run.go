package proc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Run runs c to its end and returns what it left behind. A command that fails,
// is killed or times out is a Result, not an error; an error means that it could
// not be run: ErrNotFound, ErrNoDir, ErrSandbox, the error of ctx, or that of the system.
// When Run returns, no descendant of the child is alive where the system can
// tell (see Unenforced).
func Run(ctx context.Context, c Command) (Result, error) {
	argv, notes, err := c.argv()
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() {
		return Result{}, fmt.Errorf("%w: %q", ErrNoDir, c.Dir)
	}
	c.Env = lastOfEach(c.Env)
	return start(ctx, c, argv, notes)
}

// argv returns the absolute program with its arguments, and notes for Unenforced.
func (c Command) argv() (argv, notes []string, err error) {
	switch {
	case c.Shell != "" && len(c.Argv) > 0:
		return nil, nil, errors.New("command: both a shell script and arguments are set")
	case c.Shell == "" && len(c.Argv) == 0:
		return nil, nil, errors.New("command: neither a shell script nor arguments are set")
	case !filepath.IsAbs(c.Dir):
		return nil, nil, fmt.Errorf("command: working directory %q is not absolute", c.Dir)
	case !c.Sandbox.Mode.valid():
		return nil, nil, fmt.Errorf("command: sandbox %q is none of auto, require and off", c.Sandbox.Mode)
	}
	if c.Shell != "" {
		return c.shellArgv()
	}
	program, err := c.lookPath(c.Argv[0])
	if err != nil {
		return nil, nil, err
	}
	return append([]string{program}, c.Argv[1:]...), nil, nil
}

func (c Command) shellArgv() (argv, notes []string, err error) {
	if bash, err := c.lookPath("bash"); err == nil {
		return []string{bash, "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", c.Shell}, nil, nil
	}
	sh, err := c.lookPath("sh")
	if err != nil {
		return nil, nil, err
	}
	return []string{sh, "-e", "-c", c.Shell}, []string{NoPipefail}, nil
}

// lookPath finds a program in the PATH of the child. exec.LookPath would use
// the bot's own.
func (c Command) lookPath(name string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) || strings.Contains(name, "/") {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
		return path, executable(name, path)
	}
	for _, dir := range filepath.SplitList(lookupEnv(c.Env, "PATH")) {
		if dir == "" {
			dir = "."
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(c.Dir, dir)
		}
		for _, ext := range executableSuffixes(c.Env) {
			path := filepath.Join(dir, name+ext)
			if executable(name, path) == nil {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("look up %q in PATH: %w", name, ErrNotFound)
}

func executable(name, path string) error {
	if _, err := exec.LookPath(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("look up %q: %w", name, ErrNotFound)
		}
		return fmt.Errorf("look up %q: %w", name, err)
	}
	return nil
}

// lookupEnv returns the last value of a variable, as the C library's getenv
// after exec would see it in Go's deduplicated environment.
func lookupEnv(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}

// lastOfEach drops all but the last value of a variable: programs differ in
// which of two they see.
func lastOfEach(env []string) []string {
	at := map[string]int{}
	out := make([]string, 0, len(env))
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		if i, seen := at[name]; seen {
			out[i] = entry
			continue
		}
		at[name] = len(out)
		out = append(out, entry)
	}
	return out
}

// limits are the numbers of a command with its defaults filled in.
func (c Command) limits() (time.Duration, int64) {
	timeout, output := c.Timeout, c.OutputCap
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	if output <= 0 {
		output = DefaultOutputCap
	}
	return timeout, output
}

// wait ends the process group politely at the limit, then by force, and fills
// the result. stop is called at most once with each step.
func wait(ctx context.Context, cmd *exec.Cmd, timeout time.Duration, stop func(force) error) (timedOut bool, err error) {
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	select {
	case err := <-done:
		return false, err
	case <-limit.C:
		timedOut = true
	case <-ctx.Done():
	}
	_ = stop(polite) // the child may have ended in between
	grace := time.NewTimer(killGrace)
	defer grace.Stop()
	select {
	case err = <-done:
	case <-grace.C:
		_ = stop(hard)
		err = <-done
	}
	if !timedOut {
		return false, ctx.Err()
	}
	return true, err
}

// force is how a child is asked to end.
type force int

const (
	polite force = iota // SIGTERM
	hard                // SIGKILL
)

// timeoutCode is the exit code of a command that ended well after it was told
// to end, as that of timeout(1).
const timeoutCode = 124
