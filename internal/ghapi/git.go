package ghapi

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/publish"
)

const (
	// gitTimeout is for one git call; a hanging one is a prompt or a dead server (P11).
	gitTimeout = 5 * time.Minute
	// maxGitOutput bounds what is kept of a call's error output.
	maxGitOutput = 8 << 10
)

// Author of the commits that git makes.
const (
	authorName  = "regreen[bot]"
	authorEmail = "regreen[bot]@users.noreply.github.com"
)

// passed are the variables that git gets from the environment: it must find its
// programs, and reach the server as the runner does.
var passed = []string{"PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"ALL_PROXY", "all_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "CURL_CA_BUNDLE", "GIT_EXEC_PATH", "LD_LIBRARY_PATH"}

// repository is a bare clone of one commit in a folder of its own. Nothing of the
// checkout is used: no hook, no configuration, no credential.
type repository struct {
	dir  string
	git  string
	env  []string
	url  string
	sign []string // configuration that carries the token, for calls to the server
}

func (c *Client) clone(ctx context.Context) (*repository, error) {
	dir, err := os.MkdirTemp("", "regreen-push-")
	if err != nil {
		return nil, fmt.Errorf("make a folder to push from: %w", err)
	}
	r := &repository{dir: dir, git: c.config.Git, url: c.server + "/" + c.owner + "/" + c.name + ".git"}
	if r.git == "" {
		r.git = "git"
	}
	if err := r.init(ctx, c); err != nil {
		r.remove()
		return nil, err
	}
	return r, nil
}

func (r *repository) remove() { _ = os.RemoveAll(r.dir) } // a leftover in the temporary folder harms nobody

func (r *repository) init(ctx context.Context, c *Client) error {
	for _, kv := range c.config.Environ {
		name, _, _ := strings.Cut(kv, "=")
		for _, p := range passed {
			if name == p {
				r.env = append(r.env, kv)
			}
		}
	}
	// GIT_DIR is given in full, so that no other repository is ever looked for.
	r.env = append(r.env, "GIT_DIR="+filepath.Join(r.dir, "git"), "HOME="+r.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "LC_ALL=C", "GIT_INDEX_FILE="+filepath.Join(r.dir, "index"))
	if _, err := r.run(ctx, nil, "init", "--quiet", "--bare"); err != nil {
		return err
	}
	for _, kv := range [][2]string{{"remote.origin.url", r.url}, {"remote.origin.promisor", "true"}, {"remote.origin.partialclonefilter", "blob:none"},
		{"core.hooksPath", os.DevNull}, {"credential.helper", ""}, {"gc.auto", "0"}, {"core.autocrlf", "false"}} {
		if _, err := r.run(ctx, nil, "config", kv[0], kv[1]); err != nil {
			return err
		}
	}
	token, err := c.token(ctx)
	if err != nil {
		return fmt.Errorf("get a token to push: %w", err)
	}
	basic := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
	// In the environment, not on the command line, which everybody can read.
	r.sign = []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http." + c.server + "/.extraheader", "GIT_CONFIG_VALUE_0=AUTHORIZATION: basic " + basic}
	return nil
}

// run runs git with the given standard input and returns its standard output.
func (r *repository) run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.git, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, append(r.env, r.sign...), bytes.NewReader(stdin)
	cmd.WaitDelay = 5 * time.Second // a transport helper may hold the pipes
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		text := stderr.Bytes()
		if len(text) > maxGitOutput {
			text = text[len(text)-maxGitOutput:]
		}
		return out.Bytes(), &gitError{args[0], strings.TrimSpace(string(text)), err}
	}
	return out.Bytes(), nil
}

// gitError is a failed git call.
type gitError struct {
	command, stderr string
	err             error
}

func (e *gitError) Error() string { return fmt.Sprintf("git %s: %v: %s", e.command, e.err, e.stderr) }
func (e *gitError) Unwrap() error { return e.err }

// gitPush makes the commit with git and pushes it to an explicit ref (P7). The
// commit's dates are its parent's, so that the same fix has the same id in each run.
func (c *Client) gitPush(ctx context.Context, k publish.Commit) (string, error) {
	r, err := c.clone(ctx)
	if err != nil {
		return "", err
	}
	defer r.remove()
	sha, err := r.look(ctx, k)
	if sha != "" || err != nil {
		return sha, err
	}
	if sha, err = r.build(ctx, k); err != nil {
		return "", err
	}
	err = r.push(ctx, k.Branch, sha)
	if errors.Is(err, errRaced) {
		if have, lookErr := r.look(ctx, k); have != "" || lookErr != nil {
			return have, lookErr
		}
	}
	return sha, err
}

// look reads both branches in one call. It returns the commit of a branch that
// holds the fix already.
func (r *repository) look(ctx context.Context, k publish.Commit) (string, error) {
	ours, target := "refs/heads/"+k.Branch, "refs/heads/"+k.Target
	out, err := r.run(ctx, nil, "ls-remote", "--quiet", "origin", ours, target)
	if err != nil {
		return "", err
	}
	heads := map[string]string{}
	for _, line := range lines(out) {
		if sha, ref, ok := strings.Cut(line, "\t"); ok {
			heads[ref] = sha
		}
	}
	if at := heads[target]; k.Target != "" && at != k.Parent {
		return "", fmt.Errorf("%w: %q is at %q", publish.ErrMoved, k.Target, at)
	}
	if heads[ours] == "" {
		return "", nil
	}
	return r.inspect(ctx, k, heads[ours])
}

func (r *repository) inspect(ctx context.Context, k publish.Commit, sha string) (string, error) {
	if err := r.fetch(ctx, sha, "2"); err != nil {
		return "", err
	}
	out, err := r.run(ctx, nil, "log", "-1", "--format=%P%n%B", sha)
	if err != nil {
		return "", err
	}
	parents, message, _ := strings.Cut(string(out), "\n")
	if !own(k, message, strings.Fields(parents)) {
		return "", fmt.Errorf("%w: %q", publish.ErrTaken, k.Branch)
	}
	return sha, nil
}

// fetch gets a commit without its files; these come one by one as they are read.
func (r *repository) fetch(ctx context.Context, sha, depth string) error {
	_, err := r.run(ctx, nil, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
		"--depth="+depth, "--filter=blob:none", "origin", sha)
	return err
}

func (r *repository) build(ctx context.Context, k publish.Commit) (string, error) {
	if err := r.fetch(ctx, k.Parent, "1"); err != nil {
		return "", err
	}
	t, err := r.tree(ctx, k)
	if err != nil {
		return "", err
	}
	changes, err := t.apply(k.Patch)
	if err != nil {
		return "", err
	}
	if _, err := r.run(ctx, nil, "read-tree", k.Parent); err != nil {
		return "", err
	}
	index, err := r.index(ctx, changes)
	if err != nil {
		return "", err
	}
	if _, err := r.run(ctx, index, "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	id, err := r.run(ctx, nil, "write-tree", "--missing-ok")
	if err != nil {
		return "", err
	}
	return r.commit(ctx, k, strings.TrimSpace(string(id)))
}

// tree reads the modes of the files that the patch names.
func (r *repository) tree(ctx context.Context, k publish.Commit) (tree, error) {
	out, err := r.run(ctx, nil, append([]string{"ls-tree", "-z", "--full-tree", k.Parent, "--"}, k.Patch.Paths()...)...)
	if err != nil {
		return tree{}, err
	}
	modes := map[string]string{}
	for _, entry := range strings.Split(string(out), "\x00") {
		if info, path, ok := strings.Cut(entry, "\t"); ok {
			modes[path], _, _ = strings.Cut(info, " ")
		}
	}
	return tree{
		mode: func(path string) string { return modes[path] },
		read: func(path string) ([]byte, error) { return r.run(ctx, nil, "cat-file", "blob", k.Parent+":"+path) },
	}, nil
}

// index writes the changed files as blobs and returns what update-index reads.
func (r *repository) index(ctx context.Context, changes []change) ([]byte, error) {
	var b bytes.Buffer
	for _, ch := range changes {
		if ch.data == nil {
			fmt.Fprintf(&b, "0 %s\t%s\x00", noCommit, ch.path)
			continue
		}
		id, err := r.run(ctx, ch.data, "hash-object", "-w", "--stdin")
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s %s\t%s\x00", ch.mode, strings.TrimSpace(string(id)), ch.path)
	}
	return b.Bytes(), nil
}

func (r *repository) commit(ctx context.Context, k publish.Commit, treeID string) (string, error) {
	date, err := r.run(ctx, nil, "show", "--no-patch", "--format=%cd", "--date=raw", k.Parent)
	if err != nil {
		return "", err
	}
	when := strings.TrimSpace(string(date))
	r.env = append(r.env, "GIT_AUTHOR_NAME="+authorName, "GIT_AUTHOR_EMAIL="+authorEmail, "GIT_AUTHOR_DATE="+when,
		"GIT_COMMITTER_NAME="+authorName, "GIT_COMMITTER_EMAIL="+authorEmail, "GIT_COMMITTER_DATE="+when)
	id, err := r.run(ctx, []byte(k.Message), "commit-tree", treeID, "-p", k.Parent)
	return strings.TrimSpace(string(id)), err
}

// errRaced says that the branch was made by somebody else meanwhile.
var errRaced = errors.New("the branch was made meanwhile")

// signatureRule is the code of GitHub's error for a push that breaks a ruleset or
// branch protection.
var signatureRule = regexp.MustCompile(`\bGH(?:013|006)\b`)

// push makes the branch; the lease makes it fail if the branch is there.
func (r *repository) push(ctx context.Context, branch, sha string) error {
	ref := "refs/heads/" + branch
	out, err := r.run(ctx, nil, "push", "--porcelain", "--no-verify", "--force-with-lease="+ref+":", "origin", sha+":"+ref)
	if err == nil {
		return nil
	}
	var failed *gitError
	if !errors.As(err, &failed) {
		return err
	}
	for _, line := range lines(out) {
		flag, rest, _ := strings.Cut(line, "\t")
		if flag != "!" {
			continue
		}
		if signatureRule.MatchString(failed.stderr + rest) {
			return fmt.Errorf("%w: %w", errUnsigned, err)
		}
		if strings.Contains(rest, "[remote rejected]") {
			return fmt.Errorf("%w: %s", publish.ErrRefused, failed.stderr)
		}
		return errRaced
	}
	return err
}
