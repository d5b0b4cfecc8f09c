//go:build unix

package proc

import "syscall"

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
