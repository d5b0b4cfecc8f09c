package event

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

var (
	repoName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9_.-]+$`)
	sha      = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
)

// ValidRepo reports whether s is owner/name.
func ValidRepo(s string) bool {
	return repoName.MatchString(s) && !strings.HasSuffix(s, "/.") && !strings.HasSuffix(s, "/..")
}

// ValidSHA reports whether s is a whole commit id.
func ValidSHA(s string) bool { return sha.MatchString(s) }

// ValidBranch reports whether git would take s as the name of a branch. Names with
// #, +, @ and other signs are valid.
func ValidBranch(s string) bool {
	switch {
	case s == "", s == "HEAD", s[0] == '-', s[len(s)-1] == '.',
		strings.Contains(s, ".."), strings.Contains(s, "@{"), strings.ContainsAny(s, " ~^:?*[\\\x7f"):
		return false
	}
	for _, part := range strings.Split(s, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' }) < 0
}

// RunRef names a workflow run, as a person gives it: by number or by address.
type RunRef struct {
	Server  string // such as https://github.com; "" if only a number was given
	Repo    string // owner/name; "" if only a number was given
	ID      int64
	Attempt int   // 0 is the latest
	JobID   int64 // 0 is every job
}

var runPath = regexp.MustCompile(`^/([^/]+/[^/]+)/actions/runs/([0-9]+)(?:/attempts/([0-9]+))?(?:/job/([0-9]+))?/?$`)

// ParseRun reads a run's number or the address of its page.
func ParseRun(s string) (RunRef, error) {
	s = strings.TrimSpace(s)
	if id, err := strconv.ParseInt(s, 10, 64); err == nil && id > 0 {
		return RunRef{ID: id}, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return RunRef{}, fmt.Errorf("run %q: give its number or the address of its page", s)
	}
	m := runPath.FindStringSubmatch(u.Path)
	if m == nil || !ValidRepo(m[1]) {
		return RunRef{}, fmt.Errorf("run %q: not the address of a run's page", s)
	}
	r := RunRef{Server: u.Scheme + "://" + u.Host, Repo: m[1]}
	r.ID, _ = strconv.ParseInt(m[2], 10, 64) // digits only
	r.Attempt, _ = strconv.Atoi(m[3])
	r.JobID, _ = strconv.ParseInt(m[4], 10, 64)
	return r, nil
}

// PullRef names a pull request, as a person gives it: by number or by address.
type PullRef struct {
	Server string // such as https://github.com; "" if only a number was given
	Repo   string // owner/name; "" if only a number was given
	Number int
}

var pullPath = regexp.MustCompile(`^/([^/]+/[^/]+)/pull/([0-9]{1,9})(?:/[a-z]+)?/?$`)

// ParsePull reads a pull request's number or the address of its page.
func ParsePull(s string) (PullRef, error) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "#")
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return PullRef{Number: n}, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return PullRef{}, fmt.Errorf("pull request %q: give its number or the address of its page", s)
	}
	m := pullPath.FindStringSubmatch(u.Path)
	if m == nil || !ValidRepo(m[1]) {
		return PullRef{}, fmt.Errorf("pull request %q: not the address of a pull request's page", s)
	}
	n, _ := strconv.Atoi(m[2]) // nine digits at most
	return PullRef{Server: u.Scheme + "://" + u.Host, Repo: m[1], Number: n}, nil
}
