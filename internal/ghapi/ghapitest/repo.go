package ghapitest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// repo is a repository's state. What git knows lies in a bare repository.
type repo struct {
	server        *Server
	name          string // owner/name
	dir           string
	private       bool
	defaultBranch string
	runs          []*run
	pulls         []*pull
	comments      []*comment
	annotations   map[int64][]string
	incomplete    bool
}

type run struct {
	id      int64
	attempt int
	event   string
	branch  string
	sha     string
	repo    string // of the head
	status  string // conclusion
	jobs    []*job
}

type job struct {
	id         int64
	attempt    int
	name       string
	conclusion string // "" while it runs
	log        jobLog
}

// jobLog is a log; size repeats text until it has so many bytes.
type jobLog struct {
	text    string
	size    int64
	gzip    bool
	missing bool
}

func (l jobLog) write(w http.ResponseWriter) {
	if l.missing {
		http.Error(w, "gone", http.StatusGone)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	if l.gzip {
		z := gzip.NewWriter(w)
		defer z.Close() //nolint:errcheck // the client may be gone
		_, _ = z.Write([]byte(l.text))
		return
	}
	chunk := []byte(l.text)
	for sent := int64(0); ; sent += int64(len(chunk)) {
		if l.size > 0 && sent >= l.size || l.size == 0 && sent > 0 || len(chunk) == 0 {
			return
		}
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

type pull struct {
	number     int
	title      string
	body       string
	state      string
	draft      bool
	merged     bool
	head, base string // branches
	headRepo   string
	headSHA    string // fixed for forks, "" follows the branch
	labels     []string
	author     string
	bot        bool
}

type comment struct {
	id          int64
	number      int
	body        string
	author      string
	bot         bool
	association string
}

// Repo is a handle on a repository of the server.
type Repo struct{ r *repo }

// AddRepo makes the repository name (owner/name) from a checkout: all its branches
// are copied. main is its default branch.
func (s *Server) AddRepo(name, checkout string) (Repo, error) {
	dir := filepath.Join(s.dir, name+".git")
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return Repo{}, err
	}
	r := &repo{server: s, name: name, dir: dir, defaultBranch: "main", annotations: map[int64][]string{}}
	if out, err := exec.Command("git", "clone", "--quiet", "--bare", checkout, dir).CombinedOutput(); err != nil {
		return Repo{}, fmt.Errorf("clone %s: %w: %s", checkout, err, out)
	}
	for _, kv := range [][2]string{{"http.receivepack", "true"}, {"uploadpack.allowFilter", "true"}, {"uploadpack.allowAnySHA1InWant", "true"}} {
		if _, err := r.git(nil, "config", kv[0], kv[1]); err != nil {
			return Repo{}, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.repos[strings.ToLower(name)] = r
	return Repo{r}, nil
}

// Repo returns a repository that was added.
func (s *Server) Repo(name string) Repo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Repo{s.repos[strings.ToLower(name)]}
}

// git runs git in the bare repository and returns what it prints without the last
// line feed.
func (r *repo) git(stdin []byte, args ...string) (string, error) {
	out, err := r.run(stdin, args...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// gitRaw returns what git prints as it is.
func (r *repo) gitRaw(args ...string) ([]byte, error) { return r.run(nil, args...) }

func (r *repo) run(stdin []byte, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", r.dir}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=GitHub", "GIT_AUTHOR_EMAIL=noreply@github.com", "GIT_COMMITTER_NAME=GitHub", "GIT_COMMITTER_EMAIL=noreply@github.com",
		"GIT_INDEX_FILE="+filepath.Join(r.dir, "api-index"))
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, stderr.String())
	}
	return out, nil
}

// head is the commit of a branch, "" if there is none.
func (r *repo) head(branch string) string {
	sha, err := r.git(nil, "rev-parse", "--verify", "--quiet", "refs/heads/"+branch)
	if err != nil {
		return ""
	}
	return sha
}

func (p *pull) sha(r *repo) string {
	if p.headSHA != "" {
		return p.headSHA
	}
	return r.head(p.head)
}

// Git runs git in the server's bare repository, for tests to look and change.
func (h Repo) Git(args ...string) (string, error) { return h.r.git(nil, args...) }

// Head is the commit of a branch, "" if there is none.
func (h Repo) Head(branch string) string { return h.r.head(branch) }

// Private makes the repository private.
func (h Repo) Private() {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	h.r.private = true
}

// IncompleteSearch makes every search incomplete.
func (h Repo) IncompleteSearch() {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	h.r.incomplete = true
}

// Run is a workflow run to be added. Attempt 0 means 1; Event "" means push.
type Run struct {
	ID       int64
	Attempt  int
	Event    string
	Branch   string
	SHA      string // "" is the branch's head
	HeadRepo string // "" is the repository itself
	Jobs     []Job
}

// Job is a job of a Run. A Conclusion of "" means that it still runs.
type Job struct {
	ID          int64
	Name        string
	Conclusion  string
	Attempt     int // 0 is the run's
	Log         string
	Size        int64 // repeats Log to so many bytes; 0 is Log once
	Gzip        bool
	Expired     bool
	Annotations []string
}

// AddRun adds a run.
func (h Repo) AddRun(a Run) {
	s := h.r.server
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &run{id: a.ID, attempt: max(1, a.Attempt), event: a.Event, branch: a.Branch, sha: a.SHA, repo: a.HeadRepo, status: "success"}
	if r.event == "" {
		r.event = "push"
	}
	if r.sha == "" {
		r.sha = h.r.head(a.Branch)
	}
	if r.repo == "" {
		r.repo = h.r.name
	}
	for _, j := range a.Jobs {
		nj := &job{id: j.ID, name: j.Name, conclusion: j.Conclusion, attempt: j.Attempt,
			log: jobLog{text: j.Log, size: j.Size, gzip: j.Gzip, missing: j.Expired}}
		if nj.id == 0 {
			nj.id = s.id()
		}
		if nj.attempt == 0 {
			nj.attempt = r.attempt
		}
		if j.Conclusion == "failure" {
			r.status = "failure"
		}
		h.r.annotations[nj.id] = j.Annotations
		r.jobs = append(r.jobs, nj)
	}
	h.r.runs = append(h.r.runs, r)
}

// Pull is a pull request, to be added or as it is.
type Pull struct {
	Number     int
	Title      string
	Body       string
	Open       bool
	Draft      bool
	Merged     bool
	Head, Base string
	HeadRepo   string // "" is the repository itself
	HeadSHA    string // "" is the branch's head
	Labels     []string
	Author     string
	Bot        bool
}

// AddPull adds a pull request; Number 0 takes the next one. It returns the number.
func (h Repo) AddPull(p Pull) int {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	n := &pull{number: p.Number, title: p.Title, body: p.Body, state: "closed", draft: p.Draft, merged: p.Merged, head: p.Head, base: p.Base,
		headRepo: p.HeadRepo, headSHA: p.HeadSHA, labels: p.Labels, author: p.Author, bot: p.Bot}
	if p.Open {
		n.state = "open"
	}
	if n.author == "" {
		n.author = "alice"
	}
	if n.headRepo == "" {
		n.headRepo = h.r.name
	}
	return h.r.addPull(n)
}

func (r *repo) addPull(p *pull) int {
	if p.number == 0 {
		p.number = 1
		for _, q := range r.pulls {
			p.number = max(p.number, q.number+1)
		}
	}
	r.pulls = append(r.pulls, p)
	return p.number
}

// Pulls returns the pull requests as they are.
func (h Repo) Pulls() []Pull {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	var out []Pull
	for _, p := range h.r.pulls {
		out = append(out, Pull{p.number, p.title, p.body, p.state == "open", p.draft, p.merged, p.head, p.base, p.headRepo, p.sha(h.r), p.labels, p.author, p.bot})
	}
	return out
}

// ClosePull closes a pull request without merging it.
func (h Repo) ClosePull(number int) { h.end(number, func(p *pull) {}) }

// MergePull closes a pull request as merged.
func (h Repo) MergePull(number int) { h.end(number, func(p *pull) { p.merged = true }) }

func (h Repo) end(number int, change func(*pull)) {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	for _, p := range h.r.pulls {
		if p.number == number {
			p.state, p.headSHA = "closed", p.sha(h.r)
			change(p)
		}
	}
}

// Comment is a comment on a pull request.
type Comment struct {
	Number      int
	Body        string
	Author      string
	Bot         bool
	Association string // "" means NONE
}

// AddComment adds a comment.
func (h Repo) AddComment(c Comment) {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	if c.Association == "" {
		c.Association = "NONE"
	}
	h.r.comments = append(h.r.comments, &comment{h.r.server.id(), c.Number, c.Body, c.Author, c.Bot, c.Association})
}

// Comments returns the comments on a pull request.
func (h Repo) Comments(number int) []Comment {
	h.r.server.mu.Lock()
	defer h.r.server.mu.Unlock()
	var out []Comment
	for _, c := range h.r.comments {
		if c.number == number {
			out = append(out, Comment{c.number, c.body, c.author, c.bot, c.association})
		}
	}
	return out
}
