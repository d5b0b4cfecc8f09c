//go:build unix && !linux

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
