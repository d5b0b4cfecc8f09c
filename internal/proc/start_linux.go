package proc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// start runs the command under the launcher.
func start(ctx context.Context, c Command, argv, notes []string) (Result, error) {
	// Other processes of the same user may not look into the bot from here on;
	// where there is no Landlock nothing else keeps the command from it.
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	timeout, limit := c.limits()
	s := &session{rec: newRecorder(limit, c.Tee)}
	began := time.Now()
	if err := s.begin(launch{Argv: argv, Dir: c.Dir, Env: c.Env, Sandbox: c.Sandbox}); err != nil {
		return Result{}, fmt.Errorf("start launcher: %w", err)
	}
	timedOut, waitErr := wait(ctx, s.cmd, timeout, s.stop)
	rep, repErr := s.end()
	if err := ctx.Err(); err != nil && !timedOut {
		return Result{}, fmt.Errorf("run %q: %w", argv[0], err)
	}
	r := Result{TimedOut: timedOut, Duration: time.Since(began), Unenforced: append(notes, rep.Unenforced...)}
	r.Output, r.Truncated = s.rec.bytes()
	if err := rep.error(repErr, waitErr); err != nil {
		return Result{}, fmt.Errorf("run %q: %w", argv[0], err)
	}
	if rep.Survivors > 0 {
		r.Unenforced = append(r.Unenforced, Survivors)
	}
	r.status(syscall.WaitStatus(rep.Status))
	return r, nil
}

// session is one run of the launcher as Run sees it.
type session struct {
	rec     *recorder
	cmd     *exec.Cmd
	control *os.File // we write; its end of file makes the launcher kill everything
	report  *os.File // we read
}

// begin starts the launcher and tells it what to run.
func (s *session) begin(l launch) error {
	controlR, controlW, err := os.Pipe()
	if err != nil {
		return err
	}
	reportR, reportW, err := os.Pipe()
	if err != nil {
		return errors.Join(err, controlR.Close(), controlW.Close())
	}
	s.control, s.report = controlW, reportR
	s.cmd = exec.Command("/proc/self/exe", launcherFlag)
	s.cmd.Args[0] = "regreen-launcher"
	// The launcher's environment can be read by the command: nothing is in it but
	// that its start need not be spent on collecting garbage, which halves it, and that
	// a binary with the race detector does not wait a second before it ends
	// (https://go.dev/doc/articles/race_detector#Options): tests start hundreds of them.
	s.cmd.Env = []string{"GOGC=off", "GORACE=atexit_sleep_ms=0"}
	s.cmd.Dir = "/"
	s.cmd.Stdout, s.cmd.Stderr = s.rec, s.rec
	s.cmd.ExtraFiles = []*os.File{controlR, reportW}
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	s.cmd.WaitDelay = killGrace
	err = s.cmd.Start()
	err = errors.Join(err, controlR.Close(), reportW.Close())
	if err != nil {
		return errors.Join(err, controlW.Close(), reportR.Close())
	}
	if err := json.NewEncoder(controlW).Encode(l); err != nil && !errors.Is(err, syscall.EPIPE) {
		_ = s.cmd.Process.Kill()
		return errors.Join(err, s.cmd.Wait(), controlW.Close(), reportR.Close())
	}
	return nil // a broken pipe shows as a launcher without report
}

// stop passes on how the command is to end.
func (s *session) stop(f force) error {
	if f == polite {
		_, err := s.control.Write([]byte{wordTerm})
		return err
	}
	time.AfterFunc(reapLimit+killGrace, func() { _ = s.cmd.Process.Kill() }) // for a launcher that hangs
	_, err := s.control.Write([]byte{wordKill})
	return err
}

// The words on the control pipe after the launch.
const (
	wordTerm = 't' // SIGTERM to the command's process group
	wordKill = 'k' // SIGKILL to everything
)

// end reads the report. It is small, so it has been in the pipe since before
// the launcher ended.
func (s *session) end() (report, error) {
	var r report
	err := json.NewDecoder(io.LimitReader(s.report, 1<<20)).Decode(&r)
	return r, errors.Join(err, s.control.Close(), s.report.Close())
}

// error says why there is no result, nil when there is one.
func (r report) error(missing, ended error) error {
	switch {
	case errors.Is(missing, io.EOF):
		var exit *exec.ExitError
		if errors.As(ended, &exit) && exit.Exited() {
			return ErrNoLauncher
		}
		return fmt.Errorf("%w: %w", ErrLauncher, ended)
	case missing != nil:
		return fmt.Errorf("read the launcher's report: %w", missing)
	case r.Refused != "":
		return fmt.Errorf("%w: %s", ErrSandbox, r.Refused)
	case r.Absent:
		return ErrNotFound
	case r.Broken != "":
		return errors.New(r.Broken)
	}
	return nil
}
