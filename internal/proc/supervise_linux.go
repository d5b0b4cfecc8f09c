package proc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The descriptors that Run passes to the launcher.
const (
	controlFD = 3
	reportFD  = 4
)

// launcherMain is the launcher's whole life: read what to run, run it confined,
// kill what it leaves behind, report. It stays outside of the sandbox that it makes, so that
// the command can neither signal nor trace it.
func launcherMain() int {
	control, reports := os.NewFile(controlFD, "control"), os.NewFile(reportFD, "report")
	syscall.CloseOnExec(controlFD)
	syscall.CloseOnExec(reportFD)
	in := bufio.NewReader(control)
	var l launch
	line, err := in.ReadBytes('\n')
	if err != nil || json.Unmarshal(line, &l) != nil || len(l.Argv) == 0 {
		fmt.Fprintln(os.Stderr, "regreen: the launcher is started by regreen alone")
		return 2
	}
	if json.NewEncoder(reports).Encode(supervise(l, in)) != nil {
		return 1
	}
	return 0
}

// supervise runs the command to its end, and everything that came of it.
func supervise(l launch, control io.ByteReader) report {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return report{Broken: fmt.Sprintf("become reaper: %v", err)}
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return report{Broken: fmt.Sprintf("close to tracers: %v", err)}
	}
	box, words, err := newBox(&l)
	if err != nil {
		return report{Broken: err.Error()}
	}
	defer box.close()
	if refusal := refuse(l.Sandbox.Mode, words); refusal != "" {
		return report{Refused: refusal}
	}
	pid, err := box.start(l)
	switch {
	case errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.EACCES):
		return report{Absent: true}
	case err != nil:
		return report{Broken: err.Error()}
	}
	debug.SetGCPercent(100) // it was off for the start, see begin; a command may run for hours
	orders := make(chan byte, 1)
	go listen(control, orders)
	status := attend(pid, orders)
	return report{Status: status, Unenforced: words, Survivors: killRest()}
}

// refuse names the first gap when none is allowed.
func refuse(mode Mode, words []string) string {
	if mode != Require {
		return ""
	}
	for _, word := range words {
		if gap(word) {
			return word
		}
	}
	return ""
}

// listen passes on what Run says. The end of the pipe means that the bot is gone.
func listen(control io.ByteReader, orders chan<- byte) {
	for {
		word, err := control.ReadByte()
		if err != nil {
			orders <- wordKill
			return
		}
		orders <- word
	}
}

// attend waits for the command, reaping orphans on the way, and passes orders on.
func attend(pid int, orders <-chan byte) uint32 {
	ended := make(chan uint32, 1)
	go func() { ended <- reapUntil(pid) }()
	for {
		select {
		case status := <-ended:
			return status
		case word := <-orders:
			if word == wordTerm {
				_ = syscall.Kill(-pid, syscall.SIGTERM)
				continue
			}
			_ = syscall.Kill(-pid, syscall.SIGKILL)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// reapUntil waits for any child until it was pid.
func reapUntil(pid int) uint32 {
	for {
		var ws syscall.WaitStatus
		got, err := syscall.Wait4(-1, &ws, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return 255 << 8 // cannot be: the command is ours until it is reaped
		case got == pid:
			return uint32(ws)
		}
	}
}

// killRest kills every descendant and returns how many were left at the limit.
// Their own children become ours as they die, so the rounds end.
func killRest() int {
	limit := time.Now().Add(reapLimit)
	for pause := 100 * time.Microsecond; ; pause = min(2*pause, 20*time.Millisecond) {
		for {
			var ws syscall.WaitStatus
			pid, err := syscall.Wait4(-1, &ws, syscall.WNOHANG, nil)
			if errors.Is(err, syscall.ECHILD) {
				return 0 // the usual way out
			}
			if pid <= 0 && !errors.Is(err, syscall.EINTR) {
				break
			}
		}
		left := descendants(os.Getpid())
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if time.Now().After(limit) {
			return len(left)
		}
		time.Sleep(pause)
	}
}

// start confines one thread of the launcher and starts the command from it.
// Landlock domains, capabilities and no_new_privs belong to threads, and a child gets
// those of the thread that made it: the rest of the launcher stays free.
func (b *box) start(l launch) (int, error) {
	type outcome struct {
		pid int
		err error
	}
	done := make(chan outcome)
	go besideMain(func() {
		pid, err := b.startHere(l)
		done <- outcome{pid, err}
		select {} // Pdeathsig follows the thread: it lives as long as the launcher
	})
	o := <-done
	return o.pid, o.err
}

// besideMain runs f, which never returns, on a thread of its own that is not
// the first of the process: what the kernel asks about a process it asks of its first
// thread, and that one has to stay outside of the sandbox.
func besideMain(f func()) {
	runtime.LockOSThread() // never unlocked: nothing else may run on this thread
	if unix.Gettid() == unix.Getpid() {
		go besideMain(f)
		select {}
	}
	f()
}

func (b *box) startHere(l launch) (int, error) {
	if err := b.enter(); err != nil {
		return 0, err
	}
	env := l.Env
	if env == nil {
		env = []string{} // nil would inherit
	}
	return syscall.ForkExec(l.Argv[0], l.Argv, &syscall.ProcAttr{
		Dir: l.Dir, Env: env, Files: []uintptr{0, 1, 2},
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	})
}
