package proc

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// setGroup keeps console signals of the bot from the child.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// signalGroup ends the child; there is no polite way on Windows. taskkill takes
// its tree along, which Process.Kill would leave behind.
func signalGroup(cmd *exec.Cmd, _ force) error {
	if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
		return nil
	}
	return cmd.Process.Kill()
}

// status fills in how the command ended.
func (r *Result) status(ws syscall.WaitStatus) {
	r.ExitCode = ws.ExitStatus()
	if r.TimedOut && r.ExitCode == 0 {
		r.ExitCode = timeoutCode
	}
}

func executableSuffixes(env []string) []string {
	exts := lookupEnv(env, "PATHEXT")
	if exts == "" {
		exts = ".com;.exe;.bat;.cmd"
	}
	return append([]string{""}, strings.Split(strings.ToLower(exts), ";")...)
}
