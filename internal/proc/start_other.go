//go:build !linux

package proc

import (
	"context"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// start runs the program without a launcher: this system has neither Landlock
// nor subreapers, and Unenforced says so.
func start(ctx context.Context, c Command, argv, notes []string) (Result, error) {
	if c.Sandbox.Mode == Require {
		return Result{}, fmt.Errorf("run %q: %w: %s", argv[0], ErrSandbox, NoLandlock)
	}
	timeout, limit := c.limits()
	rec := newRecorder(limit, c.Tee)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.Dir, c.Env, rec, rec
	if c.Env == nil {
		cmd.Env = []string{} // nil would inherit
	}
	cmd.WaitDelay = killGrace
	setGroup(cmd)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("start %q: %w", argv[0], err)
	}
	timedOut, err := wait(ctx, cmd, timeout, func(f force) error { return signalGroup(cmd, f) })
	_ = signalGroup(cmd, hard)
	if cmd.ProcessState == nil || ctx.Err() != nil && !timedOut {
		return Result{}, fmt.Errorf("run %q: %w", argv[0], err)
	}
	r := Result{TimedOut: timedOut, Duration: time.Since(began), Unenforced: append(notes, NoLandlock, NoReaper)}
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		r.status(ws)
	}
	r.Output, r.Truncated = rec.bytes()
	return r, nil
}

// launcherMain is never asked for on this system.
func launcherMain() int { return 2 }
