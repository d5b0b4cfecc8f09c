package ghapitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// call is one call of the interface. It runs under the server's lock.
type call struct {
	server *Server
	method string
	path   string // escaped, below the root
	query  url.Values
	body   []byte
	token  string
	accept string

	repo   *repo
	rights Rights
	args   []string // what the route's groups matched, unescaped
}

// object is a JSON object to be sent.
type object = map[string]any

// route is a handler for a method and a path below /repos/owner/name.
type route struct {
	method string
	path   *regexp.Regexp
	handle func(*call) answer
}

func at(method, path string, handle func(*call) answer) route {
	return route{method, regexp.MustCompile("^" + path + "$"), handle}
}

func routes() []route {
	return []route{
		at("GET", "", (*call).getRepo),
		at("GET", "/installation", (*call).getInstallation),
		at("GET", "/actions/runs/(\\d+)", (*call).getRun),
		at("GET", "/actions/runs/(\\d+)/jobs", (*call).listJobs),
		at("GET", "/actions/runs/(\\d+)/attempts/(\\d+)/jobs", (*call).listJobs),
		at("GET", "/actions/jobs/(\\d+)/logs", (*call).getLog),
		at("GET", "/check-runs/(\\d+)/annotations", (*call).listAnnotations),
		at("GET", "/pulls", (*call).listPulls),
		at("POST", "/pulls", (*call).createPull),
		at("GET", "/pulls/(\\d+)", (*call).getPull),
		at("GET", "/issues/(\\d+)/comments", (*call).listComments),
		at("POST", "/issues/(\\d+)/comments", (*call).createComment),
		at("PATCH", "/issues/comments/(\\d+)", (*call).editComment),
		at("POST", "/issues/(\\d+)/labels", (*call).addLabels),
		at("GET", "/git/ref/(.+)", (*call).getRef),
		at("POST", "/git/refs", (*call).createRef),
		at("GET", "/git/commits/([0-9a-f]+)", (*call).getCommit),
		at("POST", "/git/commits", (*call).createCommit),
		at("GET", "/git/trees/([0-9a-f]+)", (*call).getTree),
		at("POST", "/git/trees", (*call).createTree),
		at("POST", "/git/blobs", (*call).createBlob),
		at("GET", "/contents/(.+)", (*call).getContent),
	}
}

var repoPath = regexp.MustCompile(`^/repos/([^/]+/[^/]+)(/.*)?$`)

func (c *call) route() answer {
	c.rights = c.server.rightsOf(c.token)
	if c.path == "/search/issues" {
		return c.search()
	}
	if strings.HasPrefix(c.path, "/app/installations/") {
		return c.installationToken()
	}
	m := repoPath.FindStringSubmatch(c.path)
	if m == nil {
		return notFound()
	}
	if c.repo = c.server.repos[strings.ToLower(m[1])]; c.repo == nil {
		return notFound()
	}
	for _, r := range routes() {
		groups := r.path.FindStringSubmatch(m[2])
		if r.method != c.method || groups == nil {
			continue
		}
		for _, g := range groups[1:] {
			plain, err := url.PathUnescape(g)
			if err != nil {
				return failure(http.StatusBadRequest, err.Error())
			}
			c.args = append(c.args, plain)
		}
		return r.handle(c)
	}
	return notFound()
}

func send(status int, v any) answer {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // objects of strings and numbers
	}
	return answer{status, map[string]string{"Content-Type": "application/json; charset=utf-8"}, data}
}

func notFound() answer { return failure(http.StatusNotFound, "Not Found") }
func forbidden() answer {
	return failure(http.StatusForbidden, "Resource not accessible by integration")
}

func failure(status int, message string) answer {
	return send(status, object{"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status)})
}

// invalid is a 422 that names a field.
func invalid(resource, field, message string) answer {
	return send(http.StatusUnprocessableEntity, object{"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
		"errors": []object{{"resource": resource, "field": field, "code": "custom", "message": message}}})
}

// number is the i-th argument as a number; the routes match digits only.
func (c *call) number(i int) int64 {
	n, _ := strconv.ParseInt(c.args[i], 10, 64)
	return n
}

// page cuts a list to the asked page and links the next one.
func page[T any](c *call, items []T) (part []T, link map[string]string) {
	size, most := 30, c.server.PageSize
	if most == 0 {
		most = 100
	}
	if n, err := strconv.Atoi(c.query.Get("per_page")); err == nil {
		size = n
	}
	size = min(size, most)
	n := 1
	if q, err := strconv.Atoi(c.query.Get("page")); err == nil && q > 0 {
		n = q
	}
	from := min((n-1)*size, len(items))
	to := min(from+size, len(items))
	link = map[string]string{}
	if to < len(items) {
		q := url.Values{}
		for k, v := range c.query {
			q[k] = v
		}
		q.Set("page", strconv.Itoa(n+1))
		link["Link"] = fmt.Sprintf(`<%s%s?%s>; rel="next"`, c.server.APIURL, c.path, q.Encode())
	}
	return items[from:to], link
}

func (a answer) with(header map[string]string) answer {
	for k, v := range header {
		a.header[k] = v
	}
	return a
}

// fill completes an object to what the document's schema of this answer demands.
func (c *call) fill(status int, v any) answer {
	if c.server.contract != nil {
		v = c.server.contract.complete(c.method, c.path, status, v)
	}
	return send(status, v)
}

func (c *call) getRepo() answer { return c.fill(http.StatusOK, c.repo.object()) }

func (r *repo) object() object {
	owner, name, _ := strings.Cut(r.name, "/")
	return object{"id": 1, "name": name, "full_name": r.name, "private": r.private, "default_branch": r.defaultBranch, "owner": account(owner, false),
		"html_url": r.server.URL + "/" + r.name}
}

func account(login string, bot bool) object {
	kind := "User"
	if bot {
		kind = "Bot"
	}
	return object{"login": login, "type": kind, "id": 1}
}

func (c *call) getInstallation() answer { return send(http.StatusOK, object{"id": 77}) }

func (c *call) installationToken() answer {
	return send(http.StatusCreated, object{"token": "ghs_installation", "expires_at": "2099-01-01T00:00:00Z", "permissions": object{}})
}

func (c *call) run() *run {
	for _, r := range c.repo.runs {
		if r.id == c.number(0) {
			return r
		}
	}
	return nil
}

func (c *call) getRun() answer {
	r := c.run()
	if r == nil {
		return notFound()
	}
	return c.fill(http.StatusOK, object{"id": r.id, "name": "CI", "run_attempt": r.attempt, "event": r.event, "status": r.state(), "conclusion": r.conclusion(),
		"head_branch": r.branch, "head_sha": r.sha, "repository": c.repo.object(), "head_repository": object{"full_name": r.repo, "id": 2},
		"head_commit": object{"id": r.sha, "message": c.repo.message(r.sha)}, "path": ".github/workflows/ci.yml"})
}

// state is the status of a run: it is over when each of its jobs is.
func (r *run) state() string {
	if slices.ContainsFunc(r.jobs, func(j *job) bool { return j.conclusion == "" }) {
		return "in_progress"
	}
	return "completed"
}

func (r *run) conclusion() any {
	if r.state() != "completed" {
		return nil
	}
	return r.status
}

func (r *repo) message(sha string) string {
	m, err := r.git(nil, "log", "-1", "--format=%B", sha)
	if err != nil {
		return ""
	}
	return m
}

func (c *call) listJobs() answer {
	r := c.run()
	if r == nil {
		return notFound()
	}
	attempt := r.attempt
	if len(c.args) > 1 {
		attempt = int(c.number(1))
	}
	all := []object{}
	for _, j := range r.jobs {
		if j.attempt == attempt || c.query.Get("filter") == "all" {
			all = append(all, c.job(r, j))
		}
	}
	part, link := page(c, all)
	return c.fill(http.StatusOK, object{"total_count": len(all), "jobs": part}).with(link)
}

func (c *call) job(r *run, j *job) object {
	o := object{"id": j.id, "run_id": r.id, "name": j.name, "status": "completed", "conclusion": j.conclusion, "head_sha": r.sha, "run_attempt": j.attempt,
		"html_url": fmt.Sprintf("%s/%s/actions/runs/%d/job/%d", c.server.URL, c.repo.name, r.id, j.id)}
	if j.conclusion == "" {
		o["status"], o["conclusion"] = "in_progress", nil
	}
	return o
}

func (c *call) getLog() answer {
	if !c.rights.Logs {
		return forbidden()
	}
	for _, r := range c.repo.runs {
		for _, j := range r.jobs {
			if j.id != c.number(0) || j.conclusion == "" {
				continue
			}
			if j.log.missing {
				return failure(http.StatusGone, "Server Error")
			}
			return answer{http.StatusFound, map[string]string{"Location": fmt.Sprintf("%s/jobs/%d?sig=short-lived", c.server.logs.URL, j.id)}, nil}
		}
	}
	return notFound()
}

func (c *call) listAnnotations() answer {
	all := []object{}
	for i, text := range c.repo.annotations[c.number(0)] {
		all = append(all, object{"path": "a.go", "start_line": i + 1, "end_line": i + 1, "annotation_level": "failure", "message": text})
	}
	part, link := page(c, all)
	return c.fill(http.StatusOK, part).with(link)
}
