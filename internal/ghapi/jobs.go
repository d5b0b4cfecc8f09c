package ghapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/joblog"
)

// maxRedirects is how often a download may lead on.
const maxRedirects = 5

// Run is the logs of one attempt of one run. It implements joblog.Source.
type Run struct {
	client  *Client
	id      int64
	attempt int
	job     int64
}

// Run returns the logs of a run. An attempt of 0 is the latest; a job of 0 is all
// failed ones.
func (c *Client) Run(ref event.RunRef) *Run {
	return &Run{client: c, id: ref.ID, attempt: ref.Attempt, job: ref.JobID}
}

// Jobs implements joblog.Source. It reads every page (G5).
func (r *Run) Jobs(ctx context.Context) ([]joblog.Job, error) {
	var failed []joblog.Job
	err := pages(func(page int) (int, error) {
		jobs, resp, err := r.list(ctx, page)
		if err != nil {
			return 0, fmt.Errorf("jobs of run %d: %w", r.id, err)
		}
		for _, j := range jobs.Jobs {
			if broken(j.GetConclusion()) && (r.job == 0 || r.job == j.GetID()) {
				failed = append(failed, joblog.Job{ID: j.GetID(), Name: j.GetName(), Conclusion: j.GetConclusion(), URL: j.GetHTMLURL()})
			}
		}
		return resp.NextPage, nil
	})
	return failed, err
}

func (r *Run) list(ctx context.Context, page int) (*github.Jobs, *github.Response, error) {
	c, o := r.client, github.ListOptions{Page: page, PerPage: perPage}
	if r.attempt > 0 {
		return c.gh.Actions.ListWorkflowJobsAttempt(ctx, c.owner, c.name, r.id, int64(r.attempt), &o)
	}
	return c.gh.Actions.ListWorkflowJobs(ctx, c.owner, c.name, r.id, &github.ListWorkflowJobsOptions{Filter: "latest", ListOptions: o})
}

func broken(conclusion string) bool { return conclusion == "failure" || conclusion == "timed_out" }

// Open implements joblog.Source. The log lies on another host, behind an address
// that is good for a minute and must not get the token.
func (r *Run) Open(ctx context.Context, j joblog.Job) (io.ReadCloser, error) {
	c := r.client
	u, resp, err := c.gh.Actions.GetWorkflowJobLogs(ctx, c.owner, c.name, j.ID, maxRedirects)
	if err != nil {
		return nil, logError(resp, err)
	}
	return c.download(ctx, u)
}

// logError tells what a missing log means. GitHub answers 404 while a job runs.
func logError(resp *github.Response, err error) error {
	if resp != nil {
		switch resp.StatusCode {
		case http.StatusNotFound:
			return joblog.ErrNotReady
		case http.StatusGone:
			return joblog.ErrGone
		case http.StatusForbidden:
			return fmt.Errorf("the token may not read logs; give the job actions: read: %w", err)
		}
	}
	return err
}

func (c *Client) download(ctx context.Context, u *url.URL) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("download a log: %w", err)
	}
	// Asked for explicitly, so that net/http does not decode on its own and a log
	// that is stored compressed is treated the same.
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := c.bare.Do(req)
	if err != nil {
		return nil, fmt.Errorf("download a log: %w", withoutQuery(err))
	}
	switch resp.StatusCode {
	case http.StatusOK:
		return plain(resp.Body)
	case http.StatusNotFound:
		err = joblog.ErrNotReady
	case http.StatusGone:
		err = joblog.ErrGone
	default:
		err = fmt.Errorf("download a log: status %d", resp.StatusCode)
	}
	_ = resp.Body.Close() // not read
	return nil, err
}

// withoutQuery takes the signed query out of an error's address.
func withoutQuery(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

var gzipMagic = []byte{0x1f, 0x8b}

// plain decompresses a log that is compressed, whatever its headers say.
func plain(body io.ReadCloser) (io.ReadCloser, error) {
	head := make([]byte, len(gzipMagic))
	n, err := io.ReadFull(body, head)
	whole := io.MultiReader(bytes.NewReader(head[:n]), body)
	if err != nil || !bytes.Equal(head, gzipMagic) {
		return readCloser{whole, body}, nil // shorter than the magic, or text
	}
	z, err := gzip.NewReader(whole)
	if err != nil {
		_ = body.Close() // not read
		return nil, fmt.Errorf("decompress a log: %w", err)
	}
	return readCloser{z, body}, nil
}

type readCloser struct {
	io.Reader
	io.Closer
}

// maxAnnotations bounds what is kept of a job's annotations; GitHub shows 50 a step.
const maxAnnotations = 500

// Annotations implements joblog.Source: a job's id is also the id of its check run.
func (r *Run) Annotations(ctx context.Context, j joblog.Job) (string, error) {
	var b strings.Builder
	n := 0
	err := pages(func(page int) (int, error) {
		list, resp, err := r.client.gh.Checks.ListCheckRunAnnotations(ctx, r.client.owner, r.client.name, j.ID, &github.ListOptions{Page: page, PerPage: perPage})
		if err != nil {
			return 0, fmt.Errorf("annotations of job %q: %w", j.Name, err)
		}
		for _, a := range list {
			fmt.Fprintf(&b, "%s:%d: %s: %s\n", a.GetPath(), a.GetStartLine(), a.GetAnnotationLevel(), a.GetMessage())
		}
		if n += len(list); n >= maxAnnotations {
			return 0, nil
		}
		return resp.NextPage, nil
	})
	return b.String(), err
}

var (
	// ErrNoSuch says that what was named is not there, or that the token may not see it.
	ErrNoSuch = errors.New("not found: it does not exist, or the token may not see it")
	// ErrNoEntry says that the server does not take the token, or not for this.
	ErrNoEntry = errors.New("the token is not accepted, or may not read this")
	// ErrRunning says that a run is not over.
	ErrRunning = errors.New("it is still running: wait for its end")
)

// lookError names what a person who asked for something can mend.
func lookError(err error) error {
	switch status(err) {
	case http.StatusNotFound:
		return ErrNoSuch
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("%w (status %d)", ErrNoEntry, status(err))
	}
	return err
}

// completed is the status of a run that is over.
const completed = "completed"

// RunEvent completes an event with what the server says of a run that a person
// named: its commit, branch, attempt, conclusion, and where its code comes from.
// Errors: ErrNoSuch, ErrNoEntry, ErrRunning.
func (c *Client) RunEvent(ctx context.Context, e event.Event, ref event.RunRef) (event.Event, error) {
	run, _, err := c.gh.Actions.GetWorkflowRunByID(ctx, c.owner, c.name, ref.ID)
	if err != nil {
		return e, lookError(err)
	}
	if run.GetStatus() != completed && ref.Attempt == 0 {
		return e, ErrRunning
	}
	e.Repo = c.owner + "/" + c.name
	e.RunID, e.RunAttempt, e.Workflow, e.Job = run.GetID(), run.GetRunAttempt(), run.GetName(), ""
	if ref.Attempt > 0 {
		e.RunAttempt = ref.Attempt
	}
	e.HeadSHA, e.HeadRef, e.HeadRepo = run.GetHeadSHA(), run.GetHeadBranch(), run.GetHeadRepository().GetFullName()
	e.HeadMessage, e.Upstream, e.Conclusion = run.GetHeadCommit().GetMessage(), run.GetEvent(), run.GetConclusion()
	e.FromFork = !strings.EqualFold(e.HeadRepo, e.Repo)
	e.Private, e.Default = run.GetRepository().GetPrivate(), run.GetRepository().GetDefaultBranch()
	e.PR, e.BaseRef, e.BaseSHA, e.Skip = 0, "", "", ""
	e.Resolve = strings.HasPrefix(e.Upstream, "pull_request")
	if !broken(e.Conclusion) && ref.Attempt == 0 {
		e.Skip = fmt.Sprintf("run %d ended with %s", e.RunID, e.Conclusion)
	}
	return e.Rejudged(), nil
}
