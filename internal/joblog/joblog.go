// Package joblog is the port to the logs of a failed CI run: which jobs failed, and
// what they and the test runners' own result files say. Logs are streamed and
// bounded; none is held in memory as a whole, put on a command line or in the
// environment.
package joblog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/regreen/regreen/internal/failure"
)

// Job is one job of a run.
type Job struct {
	ID         int64
	Name       string // with its matrix values, such as "test (1.26)"
	Conclusion string // failure, timed_out, …
	URL        string // of its page
}

// Source has the logs of a run.
type Source interface {
	// Jobs returns the failed jobs of the run's attempt, of every page; none if no
	// job failed.
	Jobs(ctx context.Context) ([]Job, error)
	// Open starts to download a job's log. The caller closes it.
	// Errors: ErrNotReady, ErrGone.
	Open(ctx context.Context, j Job) (io.ReadCloser, error)
	// Annotations returns what the job's check says of its failure, one remark a
	// line; "" if nothing.
	Annotations(ctx context.Context, j Job) (string, error)
}

var (
	// ErrNotReady says that the log is not there yet: the job, or its run, is not
	// over. In the job itself it never will be.
	ErrNotReady = errors.New("the log is not there yet: a job that still runs has none; give its output as a file, or the test command")
	// ErrGone says that the log expired or was deleted.
	ErrGone = errors.New("the log is gone: it expired or was deleted")
	// ErrEmpty says that no log held any text.
	ErrEmpty = errors.New("every log is empty; give the test command, so that the failure can be reproduced")
	// ErrNoJob says that the run has no failed job.
	ErrNoJob = errors.New("the run has no failed job")
)

// Limits bound what is read. The zero value means DefaultLimits.
type Limits struct {
	Head int64         // bytes kept from the start of each log
	Tail int64         // bytes kept from its end, held in memory
	Jobs int           // logs that are read
	Wait time.Duration // before a log that is not ready is asked for again; it doubles
	Asks int           // how often a log is asked for
}

// DefaultLimits reads logs of up to 36 MiB whole: a job prints that much only in a
// loop. The tail is the part that costs memory. 256 jobs is the most that a matrix
// can have. A finished job's log is there within seconds.
func DefaultLimits() Limits {
	return Limits{Head: 32 << 20, Tail: 4 << 20, Jobs: 256, Wait: 2 * time.Second, Asks: 4}
}

func (l Limits) orDefault() Limits {
	if l == (Limits{}) {
		return DefaultLimits()
	}
	return l
}

// Logs are the logs of a run, to be read one after the other.
type Logs struct {
	Inputs []failure.Input
	Jobs   []Job
	logs   []*lazy
}

// Collect finds the failed jobs of a run. Their logs are downloaded when the inputs
// are read; a log that cannot be had, or is empty, is replaced by the annotations
// of its job, and Notes says so. It returns ErrNoJob if no job failed.
func Collect(ctx context.Context, s Source, l Limits) (*Logs, error) {
	l = l.orDefault()
	jobs, err := s.Jobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the failed jobs: %w", err)
	}
	if len(jobs) == 0 {
		return nil, ErrNoJob
	}
	logs := &Logs{Jobs: jobs}
	for i, j := range jobs {
		if i == l.Jobs {
			break
		}
		r := &lazy{ctx: ctx, source: s, job: j, limits: l}
		logs.logs = append(logs.logs, r)
		logs.Inputs = append(logs.Inputs, failure.Input{Name: "job " + j.Name, Job: j.Name, R: r})
	}
	return logs, nil
}

// Notes says, once the inputs were read, what is missing or cut, one remark each.
func (l *Logs) Notes() []string {
	var notes []string
	if n := len(l.Jobs) - len(l.logs); n > 0 {
		notes = append(notes, fmt.Sprintf("%d more failed jobs were not read", n))
	}
	for _, r := range l.logs {
		if r.note != "" {
			notes = append(notes, "job "+r.job.Name+": "+r.note)
		}
		if r.bound != nil && r.bound.Cut() > 0 {
			notes = append(notes, fmt.Sprintf("job %s: %d bytes in the middle of its log were cut", r.job.Name, r.bound.Cut()))
		}
	}
	return notes
}

// Err returns, once the inputs were read, why nothing was: the error of a log if
// each has one, ErrEmpty if they held no text, nil otherwise. Close must follow.
func (l *Logs) Err() error {
	var first error
	for _, r := range l.logs {
		if r.read > 0 {
			return nil
		}
		if first == nil {
			first = r.err
		}
	}
	if first != nil {
		return first
	}
	return ErrEmpty
}

// Close releases what was not read to its end.
func (l *Logs) Close() {
	for _, r := range l.logs {
		r.close()
	}
}
