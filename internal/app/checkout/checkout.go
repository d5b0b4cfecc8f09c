// Package checkout opens the repositories that commands work in: the person's or the
// job's, with what is known of the run that it is for, and those that regreen makes.
package checkout

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/workspace"
	"github.com/regreen/regreen/internal/workspace/git"
)

// Doubt says why a command that is a step of a workflow may write no memory: the code
// of the workflow's run may be a stranger's. It is "" where it may, and by hand.
func Doubt(getenv func(string) string) string {
	if !actions.Active(getenv) {
		return ""
	}
	payload, err := actions.Payload(getenv)
	var ev event.Event
	if err == nil {
		ev, err = event.Parse(getenv, payload, nil)
	}
	if err != nil && strings.HasPrefix(getenv("GITHUB_EVENT_NAME"), "pull_request") {
		return fmt.Sprintf("it is not known where the code comes from: %v", err)
	}
	return ev.Doubt()
}

// LocalEvent is the event of a run by hand, or of one that a workflow starts as a command.
func LocalEvent(getenv func(string) string, w *workspace.Workspace) event.Event {
	doubt := Doubt(getenv)
	return event.Event{Untrusted: doubt, Repo: cmp.Or(getenv("GITHUB_REPOSITORY"), w.RemoteRepo(), filepath.Base(w.Root())),
		HeadSHA: w.Head(), HeadRef: w.Branch(), BaseRef: w.Branch(), Trusted: doubt == "",
		ServerURL: cmp.Or(getenv("GITHUB_SERVER_URL"), event.DefaultServerURL), APIURL: cmp.Or(getenv("GITHUB_API_URL"), event.DefaultAPIURL)}
}

// Open opens the checkout, after putting back what a killed run may have
// left changed in it.
func Open(ctx context.Context, e cli.Env, p options.Project, say pipeline.Progress) (*workspace.Workspace, error) {
	o := workspace.Options{Environ: e.Environ, Now: e.Now}
	changes, recovered, err := workspace.Recover(ctx, p.Repo, o)
	if err != nil {
		return nil, checkoutError(err)
	}
	if recovered && !changes.Empty() {
		line := fmt.Sprintf("an earlier run was killed: put back %s of the checkout", console.Plural(len(changes.Modified)+len(changes.Deleted), "file"))
		if changes.Replaced != "" {
			line += "; what stood in their place, should it be yours, is in " + changes.Replaced
		}
		say("report", line)
	}
	w, err := workspace.Open(ctx, p.Repo, o)
	if err != nil {
		return nil, checkoutError(err)
	}
	if err := w.RemoveFresh(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// checkoutError tells a wrong --repo from a machine that is broken.
func checkoutError(err error) error {
	if errors.Is(err, workspace.ErrBusy) {
		return cli.Usage(workspace.ErrBusy)
	}
	for _, mistake := range []error{workspace.ErrNotGit, workspace.ErrNoCommit, workspace.ErrBare, fs.ErrNotExist} {
		if errors.Is(err, mistake) {
			return cli.Usage(fmt.Errorf("--repo: %w", err))
		}
	}
	return err
}

// OwnGit is git in a folder that regreen made, without anybody's configuration: a
// signing key or a hook of the user's has no business in it.
type OwnGit struct {
	Env    cli.Env
	Dir    string
	Author string
}

// ownGitTime bounds one call: to add and commit a whole large repository takes a minute.
const ownGitTime = 10 * time.Minute

// Run returns what git prints, without the blanks round it.
func (g OwnGit) Run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, ownGitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = g.Dir
	mail := g.Author + "@localhost"
	cmd.Env = []string{"PATH=" + g.Env.Getenv("PATH"), "SYSTEMROOT=" + g.Env.Getenv("SYSTEMROOT"), "HOME=" + g.Dir,
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_AUTHOR_NAME=" + g.Author, "GIT_AUTHOR_EMAIL=" + mail, "GIT_COMMITTER_NAME=" + g.Author, "GIT_COMMITTER_EMAIL=" + mail}
	out, err := cmd.CombinedOutput()
	out = bytes.TrimSpace(out)
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// Lacking says what to do about an error of git in a clone that has not all of its history:
// there it is about the clone.
func Lacking(w *workspace.Workspace, err error) error {
	var refused *git.Error
	if !errors.As(err, &refused) || !w.Partial() {
		return err
	}
	return cli.Usage(fmt.Errorf("%w; this clone is partial, and regreen fetches nothing of it: clone it without --filter", err))
}

// Resolve returns the id of the commit that rev names.
func Resolve(ctx context.Context, w *workspace.Workspace, rev string) (string, error) {
	out, err := w.Git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if shallow, _ := w.Shallow(ctx); shallow {
			return "", cli.Usagef("%q is not a commit of this shallow clone: git fetch --unshallow brings the others", rev)
		}
		return "", cli.Usagef("%q is not a commit of this repository", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

// Here is the owner and the URL of the remote of the checkout that the command is
// called in, "" where it is in none: a run there takes the same defaults.
func Here(ctx context.Context, e cli.Env) (owner, remote string) {
	w, err := workspace.Open(ctx, ".", workspace.Options{Environ: e.Environ, Now: e.Now})
	if err != nil {
		return "", ""
	}
	defer w.Close() // nothing was changed in it
	return w.RemoteOwner(), w.RemoteURL()
}
