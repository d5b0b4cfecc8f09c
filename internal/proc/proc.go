// Package proc runs one child process that nobody vouched for: with a complete
// and explicit environment, in its own session, under a time limit and an output
// cap, confined by a launcher where the kernel can, and with every descendant
// gone when it returns.
//
// The launcher is this same binary, started again with a marker that only Run
// knows (see LauncherMain). It makes itself the reaper of orphans, drops what it
// may not keep, confines itself and starts the command; whatever outlives the
// command is killed by it.
//
// What it cannot hold back, and says in Result.Unenforced where it is there: a
// container engine's socket (root on the machine), a service manager's, an SSH agent's, since
// Landlock does not cover connections to sockets; older kernels lack more.
// What it does not try to hold back: the network, and tool caches, which a
// command may write because builds do, so that a later build on the same machine could use what it
// left there. Jobs that run code of strangers need caches of their own.
// What projects may notice: sudo does not work, new files directly in the home
// are refused, RUNNER_TEMP is another folder, and only /dev/null and its like are devices.
package proc

import (
	"errors"
	"io"
	"time"
)

// Mode says how much confinement a child must have.
type Mode string

// The modes of a sandbox. The zero value means Auto.
const (
	Auto    Mode = "auto"    // confine as far as the system can, name the rest in Result.Unenforced
	Require Mode = "require" // refuse to run with ErrSandbox when anything is left unenforced
	Off     Mode = "off"     // no file confinement; the process limits still hold
)

func (m Mode) valid() bool { return m == "" || m == Auto || m == Require || m == Off }

// Limits that hold when a Command does not set its own.
const (
	// DefaultTimeout ends a command that sets none. A hosted job lives six
	// hours; no test command that takes longer than this is worth a repair.
	DefaultTimeout = 30 * time.Minute
	// DefaultOutputCap keeps enough of a log for any parser (the first failure
	// and the summary), and little enough to be held in memory twice.
	DefaultOutputCap = 16 << 20
	// killGrace is how long a child may take to end after SIGTERM. Test runners
	// write their reports in it; more would only feed a child that ignores it.
	killGrace = 5 * time.Second
)

// Errors of Run. Anything else that it returns is a failing operating system.
var (
	// ErrNotFound says that the program (or the shell) is not there or not executable.
	ErrNotFound = errors.New("command not found")
	// ErrSandbox says that Mode Require could not be met; nothing was run.
	ErrSandbox = errors.New("sandbox cannot be enforced")
	// ErrNoDir says that the working directory is not there, or is no folder.
	ErrNoDir = errors.New("the working directory is not there")
	// ErrNoLauncher says that this binary does not call LauncherMain first thing.
	ErrNoLauncher = errors.New("this program does not call proc.LauncherMain at its start")
	// ErrLauncher says that the launcher was killed, perhaps by the command. What
	// the command did is then unknown, so it is no result.
	ErrLauncher = errors.New("the launcher was ended from outside")
)

// Command is one program to run. Exactly one of Shell and Argv is set.
type Command struct {
	// Shell is a script for `bash --noprofile --norc -e -o pipefail -c`, the
	// shell that Actions uses for `shell: bash`: `test | tee log` fails when test
	// fails. Without bash it runs under `sh -e -c`, and Unenforced says so.
	Shell string
	// Argv is the program and its arguments, run without any shell. A program
	// without a slash is looked up in the PATH of Env, never in that of the bot.
	Argv []string
	// Dir is the absolute working directory.
	Dir string
	// Env is the complete environment ("NAME=value"); nothing is inherited. See Environ.
	Env []string
	// Timeout ends the command; 0 means DefaultTimeout.
	Timeout time.Duration
	// OutputCap is the number of bytes of Output; 0 means DefaultOutputCap.
	OutputCap int64
	// Tee gets every byte of the output as it comes, also what Output leaves
	// out; nil means nobody. An error from it does not disturb the child.
	Tee io.Writer
	// Sandbox says what the child may touch. The zero value is Auto with
	// nothing writable but temp folders and tool caches.
	Sandbox Sandbox
}

// Sandbox is the file policy of a child. Paths are absolute.
type Sandbox struct {
	// Mode says what happens when the policy cannot be enforced; "" means Auto.
	Mode Mode
	// Writable are folders and files that the child may change, beside the temp
	// folder and the tool caches that Env names. An absent path is ignored.
	Writable []string
	// Hidden are files and folders that the child may not read (their names can
	// still be listed), beside the secrets that are always hidden. Hidden wins
	// over Writable.
	Hidden []string
}

// Result is what a child left behind.
type Result struct {
	// ExitCode is the status of the command; 128+n when signal n ended it.
	ExitCode int
	// Signal names the signal that ended the command ("killed"); "" otherwise.
	Signal string
	// TimedOut says that the time limit ended it. ExitCode is then never 0.
	TimedOut bool
	// Output is stdout and stderr as they came, cut in the middle to OutputCap
	// bytes; a line in its place says how much was left out.
	Output []byte
	// Truncated says that Output was cut.
	Truncated bool
	// Duration is wall-clock time, launcher included.
	Duration time.Duration
	// Unenforced names, in the fixed words of this package, what could not be
	// enforced; empty when all of it was.
	Unenforced []string
}
