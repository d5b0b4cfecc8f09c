//go:build unix

package proc

import (
	"errors"
	"os/exec"
	"syscall"
)

// setGroup puts the child into a session of its own: no terminal to read from,
// and one process group to signal.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// signalGroup signals the whole group of a started child.
func signalGroup(cmd *exec.Cmd, f force) error {
	sig := syscall.SIGTERM
	if f == hard {
		sig = syscall.SIGKILL
	}
	err := syscall.Kill(-cmd.Process.Pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// status fills in how the command ended; a signal counts as shells count it.
func (r *Result) status(ws syscall.WaitStatus) {
	r.ExitCode = ws.ExitStatus()
	if ws.Signaled() {
		r.ExitCode, r.Signal = 128+int(ws.Signal()), ws.Signal().String()
	}
	if r.TimedOut && r.ExitCode == 0 {
		r.ExitCode = timeoutCode
	}
}

func executableSuffixes([]string) []string { return []string{""} }
