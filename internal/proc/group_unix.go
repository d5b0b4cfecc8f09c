//go:build unix

package proc

import (
	"errors"
	"os"
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

// exitStatus returns the code a shell would show, and the name of the signal.
func exitStatus(state *os.ProcessState) (int, string) {
	ws, ok := state.Sys().(syscall.WaitStatus)
	if ok && ws.Signaled() {
		return 128 + int(ws.Signal()), ws.Signal().String()
	}
	return state.ExitCode(), ""
}

func executableSuffixes([]string) []string { return []string{""} }
