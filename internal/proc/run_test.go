package proc

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if ran, code := LauncherMain(os.Args[1:]); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// shell is a command that runs script with the PATH of the test.
func shell(t *testing.T, script string) Command {
	t.Helper()
	kept, _ := Environ(os.Environ(), nil)
	return Command{Shell: script, Dir: t.TempDir(), Env: kept, Timeout: time.Minute}
}

func run(t *testing.T, c Command) Result {
	t.Helper()
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         int
	}{
		{"success", "true", 0},
		{"failure", "exit 7", 7},
		{"first command fails", "false; echo on", 1},
		{"G4 pipe into tee", "(exit 3) | tee log", 3},
		{"signal", "kill -9 $$", 137},
		{"unknown program", "no-such-program-here", 127},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := run(t, shell(t, c.script)); r.ExitCode != c.want {
				t.Errorf("exit code %d, want %d; output %q", r.ExitCode, c.want, r.Output)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		c    Command
		want error
	}{
		{"absent program", Command{Argv: []string{"no-such-program-here"}, Dir: dir, Env: []string{"PATH=" + os.Getenv("PATH")}}, ErrNotFound},
		{"absent path", Command{Argv: []string{"./absent"}, Dir: dir}, ErrNotFound},
		{"no PATH in the child's environment", Command{Argv: []string{"ls"}, Dir: dir}, ErrNotFound},
		{"nothing to run", Command{Dir: dir}, nil},
		{"both", Command{Dir: dir, Shell: "true", Argv: []string{"true"}}, nil},
		{"relative folder", Command{Dir: "x", Shell: "true"}, nil},
		{"unknown mode", Command{Dir: dir, Shell: "true", Sandbox: Sandbox{Mode: "required"}}, nil},
		{"absent folder", Command{Dir: dir + "/absent", Shell: "true", Env: []string{"PATH=/usr/bin:/bin"}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Run(t.Context(), c.c)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestNothingIsInherited(t *testing.T) {
	t.Setenv("REGREEN_TEST_SECRET", "hunter2")
	c := shell(t, "env")
	if r := run(t, c); strings.Contains(string(r.Output), "hunter2") {
		t.Errorf("the child sees the bot's environment:\n%s", r.Output)
	}
	r := run(t, Command{Argv: []string{"/usr/bin/env"}, Dir: c.Dir})
	if got := strings.TrimSpace(string(r.Output)); strings.Contains(got, "=") {
		t.Errorf("an empty environment is %q", got)
	}
}

func TestTimeLimit(t *testing.T) {
	c := shell(t, "echo begun; sleep 100")
	c.Timeout = 300 * time.Millisecond
	r := run(t, c)
	if !r.TimedOut || r.ExitCode == 0 || string(r.Output) != "begun\n" {
		t.Errorf("timed out %v, exit code %d, output %q", r.TimedOut, r.ExitCode, r.Output)
	}
}

func TestTimeLimitOfOneThatEndsWell(t *testing.T) {
	c := shell(t, "trap 'exit 0' TERM; sleep 100 & wait")
	c.Timeout = 300 * time.Millisecond
	if r := run(t, c); !r.TimedOut || r.ExitCode != timeoutCode {
		t.Errorf("timed out %v, exit code %d, want %d", r.TimedOut, r.ExitCode, timeoutCode)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err := Run(ctx, shell(t, "sleep 100"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOutputCap(t *testing.T) {
	c := shell(t, `echo first; head -c 3000000 /dev/zero | tr '\0' x; echo; echo last`)
	c.OutputCap = 9000
	var all strings.Builder
	c.Tee = &all
	r := run(t, c)
	out := string(r.Output)
	if !r.Truncated || !strings.HasPrefix(out, "first\n") || !strings.HasSuffix(out, "\nlast\n") || !strings.Contains(out, "bytes left out") {
		t.Errorf("truncated %v, output %.60q ... %q", r.Truncated, out, out[len(out)-20:])
	}
	if len(out) > 9100 {
		t.Errorf("kept %d bytes", len(out))
	}
	if want := 3000000 + len("first\n\nlast\n"); all.Len() != want {
		t.Errorf("tee got %d bytes, want %d", all.Len(), want)
	}
}
