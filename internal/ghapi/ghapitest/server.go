// Package ghapitest is a GitHub on the loopback interface: repositories that are
// real ones to git, and the part of the REST interface that regreen uses, with
// state, pages, redirects, rights, and faults on demand. Where the published
// OpenAPI document is at hand, every request and answer is held to it.
package ghapitest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ContractsEnv names the variable that says where the published documents are.
const ContractsEnv = "REGREEN_CONTRACTS"

// apiPath is where the interface lies, as on an enterprise server.
const apiPath = "/api/v3"

// Server is the loopback GitHub. Its exported fields are set before the first
// request and not changed later.
type Server struct {
	URL    string // GITHUB_SERVER_URL
	APIURL string // GITHUB_API_URL
	// PageSize is the most items on a page, whatever is asked for; 0 means 100.
	PageSize int
	// MaxBody is the most bytes of a body; 0 means 65,536.
	MaxBody int
	// NoDrafts refuses drafts, as for private repositories on a free plan.
	NoDrafts bool

	dir      string
	contract *contract
	front    *httptest.Server
	logs     *httptest.Server

	mu         sync.Mutex
	repos      map[string]*repo
	rights     map[string]Rights
	faults     []*Fault
	requests   []Request
	violations []string
	downloads  []http.Header // of requests to the log host
	nextID     int64
}

// Rights are what a token may do.
type Rights struct {
	Push, Pulls, Comments, Logs bool
	// Login and Bot say who the token writes as.
	Login string
	Bot   bool
}

// Runner has the rights of a workflow's own token with all permissions that regreen
// asks for.
func Runner() Rights {
	return Rights{Push: true, Pulls: true, Comments: true, Logs: true, Login: "github-actions[bot]", Bot: true}
}

// Request is a call that was made.
type Request struct {
	Method string
	Path   string // below the interface's root, with the query
	Body   string
	Status int
	Token  string
}

// Fault changes the answer to some calls.
type Fault struct {
	Method string // "" for any
	Path   string // regular expression on the path without query
	Skip   int    // calls that go well first
	Times  int    // calls that fail then; 0 means all
	Status int
	Header map[string]string
	Body   string
	// After lets the call have its effect first.
	After bool
	// Do, if not nil, is called at that moment. With a Status of 0 the call then
	// goes its way.
	Do func()

	re   *regexp.Regexp
	seen int
}

// New starts a server that t stops. The document is checked if it can be found.
func New(t testing.TB) *Server {
	t.Helper()
	s, err := Start(t.TempDir(), os.Getenv(ContractsEnv))
	if err != nil {
		t.Fatal(err)
	}
	if s.contract == nil {
		t.Logf("%s is not set: requests and answers are not held to the published document", ContractsEnv)
	}
	t.Cleanup(func() {
		s.Close()
		for _, v := range s.Violations() {
			t.Errorf("against the published document: %s", v)
		}
	})
	return s
}

// Start starts a server that keeps its repositories in dir. contracts is the folder
// of the published documents, "" to do without.
func Start(dir, contracts string) (*Server, error) {
	s := &Server{dir: dir, repos: map[string]*repo{}, rights: map[string]Rights{}, nextID: 1000}
	if contracts != "" {
		c, err := loadContract(filepath.Join(contracts, "github-rest.openapi.json"))
		if err != nil {
			return nil, err
		}
		s.contract = c
	}
	s.front = httptest.NewServer(http.HandlerFunc(s.serve))
	s.logs = httptest.NewServer(http.HandlerFunc(s.serveLog))
	s.URL, s.APIURL = s.front.URL, s.front.URL+apiPath
	return s, nil
}

// Close stops the server.
func (s *Server) Close() {
	s.front.Close()
	s.logs.Close()
}

// Allow gives a token its rights. Without any call, every token has those of Runner.
func (s *Server) Allow(token string, r Rights) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rights[token] = r
}

// Fail adds a fault. Faults are asked in order.
func (s *Server) Fail(f Fault) {
	f.re = regexp.MustCompile(f.Path)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Requests returns the calls of the interface so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Downloads returns the headers of the requests to the host of the logs.
func (s *Server) Downloads() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.downloads)
}

// Violations returns where requests and answers left the published document.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

func (s *Server) id() int64 {
	s.nextID++
	return s.nextID
}

// gitPath is a request of git's own protocol.
var gitPath = regexp.MustCompile(`^/([^/]+/[^/]+)\.git(/.*)$`)

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if m := gitPath.FindStringSubmatch(r.URL.Path); m != nil {
		s.serveFaultyGit(w, r, m[1])
		return
	}
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), apiPath)
	if !ok {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := s.answer(r, path, body)
	s.note(r, path, body, answer)
	for k, v := range answer.header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body) // the client may be gone
}

// answer is what is sent back.
type answer struct {
	status int
	header map[string]string
	body   []byte
}

func (s *Server) answer(r *http.Request, path string, body []byte) answer {
	f := s.fault(r.Method, path)
	if f != nil && !f.After && f.strike() {
		return f.answer()
	}
	c := &call{server: s, method: r.Method, path: path, query: r.URL.Query(), body: body, token: bearer(r), accept: r.Header.Get("Accept")}
	s.mu.Lock()
	a := c.route()
	s.mu.Unlock()
	if f != nil && f.After && f.strike() {
		return f.answer()
	}
	return a
}

// strike runs the fault and reports whether its own answer is sent.
func (f *Fault) strike() bool {
	if f.Do != nil {
		f.Do()
	}
	return f.Status != 0
}

func (f *Fault) answer() answer {
	a := answer{status: f.Status, header: map[string]string{"Content-Type": "application/json; charset=utf-8"}, body: []byte(f.Body)}
	for k, v := range f.Header {
		a.header[k] = v
	}
	if f.Body == "" {
		a.body = fmt.Appendf(nil, `{"message":%q,"documentation_url":"https://docs.github.com/rest"}`, http.StatusText(f.Status))
	}
	return a
}

func (s *Server) fault(method, path string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Method != "" && f.Method != method || !f.re.MatchString(path) {
			continue
		}
		f.seen++
		if f.seen > f.Skip && (f.Times == 0 || f.seen <= f.Skip+f.Times) {
			return f
		}
	}
	return nil
}

func (s *Server) note(r *http.Request, path string, body []byte, a answer) {
	query := ""
	if r.URL.RawQuery != "" {
		query = "?" + r.URL.RawQuery
	}
	var violations []string
	if s.contract != nil {
		violations = s.contract.check(r, path, body, a)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{r.Method, path + query, string(body), a.status, bearer(r)})
	s.violations = append(s.violations, violations...)
}

func bearer(r *http.Request) string {
	return strings.TrimPrefix(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), "token ")
}

// serveLog is the other host, where logs lie.
func (s *Server) serveLog(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.downloads = append(s.downloads, r.Header.Clone())
	var log *jobLog
	for _, repo := range s.repos {
		for _, run := range repo.runs {
			for _, j := range run.jobs {
				if r.URL.Path == fmt.Sprintf("/jobs/%d", j.id) {
					log = &j.log
				}
			}
		}
	}
	s.mu.Unlock()
	if log == nil || r.URL.Query().Get("sig") == "" {
		http.NotFound(w, r)
		return
	}
	log.write(w)
}

// serveFaultyGit is serveGit with the faults for git's own requests.
func (s *Server) serveFaultyGit(w http.ResponseWriter, r *http.Request, name string) {
	f := s.fault(r.Method, r.URL.Path)
	if f == nil {
		s.serveGit(w, r, name)
		return
	}
	if !f.After && f.strike() {
		http.Error(w, http.StatusText(f.Status), f.Status)
		return
	}
	answer := httptest.NewRecorder()
	s.serveGit(answer, r, name)
	if f.After && f.strike() {
		http.Error(w, http.StatusText(f.Status), f.Status)
		return
	}
	for k, v := range answer.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // the client may be gone
}

// serveGit serves fetches and pushes through git's own CGI program.
func (s *Server) serveGit(w http.ResponseWriter, r *http.Request, name string) {
	s.mu.Lock()
	repo := s.repos[strings.ToLower(name)]
	_, password, _ := r.BasicAuth()
	rights := s.rightsOf(password)
	s.mu.Unlock()
	pushing := strings.HasSuffix(r.URL.Path, "git-receive-pack") || r.URL.Query().Get("service") == "git-receive-pack"
	switch {
	case repo == nil:
		http.NotFound(w, r)
		return
	case pushing && password == "":
		w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
		http.Error(w, "sign in", http.StatusUnauthorized)
		return
	case pushing && !rights.Push:
		http.Error(w, "Permission denied", http.StatusForbidden)
		return
	}
	backend, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	var stderr bytes.Buffer
	h := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(backend)), "git-http-backend"), Root: "/", Stderr: &stderr,
		Env: []string{"GIT_PROJECT_ROOT=" + s.dir, "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=" + rights.Login, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_PROTOCOL=" + r.Header.Get("Git-Protocol")},
	}
	h.ServeHTTP(w, r)
}

func (s *Server) rightsOf(token string) Rights {
	if len(s.rights) == 0 {
		return Runner()
	}
	return s.rights[token]
}
