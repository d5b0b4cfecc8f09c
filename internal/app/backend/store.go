// Package backend opens the memory that the flags of a command name: a folder, a branch,
// or a server, at once or beside the first run of the tests; and the model that compares
// texts in it.
package backend

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/embed/minilm"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/gitstore"
	"github.com/regreen/regreen/internal/memory/qdrant"
)

// Access is who opens a memory, and for what.
type Access struct {
	Session  string
	ReadOnly bool
	Remote   string // of the checkout, for git: without a remote of its own
}

// TenantOf is the tenant that is named by hand, which is any text and taken as it is, else
// the owner whose run it is: that of the workflow, else owner, that of the repository.
func TenantOf(e cli.Env, p options.Place, owner string) string {
	if p.Tenant != "" {
		return p.Tenant
	}
	return Owned(cmp.Or(e.Getenv("GITHUB_REPOSITORY_OWNER"), owner))
}

// Owned is the tenant of an owner on GitHub, "local" where there is none. Names there
// differ by case for nobody, and a remote's URL has the one that was typed, so the tenant
// is in lower case.
func Owned(owner string) string { return strings.ToLower(cmp.Or(owner, "local")) }

// Open opens the memory that the flags name; "" is the user's own folder.
func Open(ctx context.Context, e cli.Env, p options.Place, a Access) (memory.Store, error) {
	open, _, err := Plan(e, p, a)
	if err != nil {
		return nil, err
	}
	return open(ctx)
}

// withoutLogin is a URI for showing: a user and a password before its host are left out.
func withoutLogin(uri string) string {
	scheme, rest, ok := strings.Cut(uri, "://")
	if !ok {
		return uri
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	return scheme + "://" + rest[strings.LastIndex(rest[:end], "@")+1:]
}

// Opener opens a memory; the mistakes of the command line were found before.
type Opener func(ctx context.Context) (memory.Store, error)

// Plan reads which memory the flags name, and returns its URI for showing too.
func Plan(e cli.Env, p options.Place, a Access) (Opener, string, error) {
	uri := p.Memory
	if uri == "" {
		dir, err := cli.DataDir(e.Getenv)
		if err != nil {
			return nil, "", err
		}
		uri = "dir:" + filepath.Join(dir, "memory")
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	uri = withoutLogin(uri) // from here on it is only shown
	if !ok {
		return nil, uri, cli.Usagef("memory %q is not a URI such as dir:PATH", uri)
	}
	var plan Opener
	var err error
	switch scheme {
	case "dir":
		plan, err = planDir(e, rest, a)
	case "git":
		plan, err = planGit(e, gitMemory{rest, p.GitToken}, a)
	case "qdrant", "qdrants":
		plan, err = planQdrant(e, p, a)
	default:
		err = cli.Usagef("memory %q: unknown kind %q; there are dir:, git:, qdrant: and qdrants:", uri, scheme)
	}
	if err != nil {
		return nil, uri, err
	}
	return func(ctx context.Context) (memory.Store, error) {
		s, err := plan(ctx)
		if err != nil {
			return nil, fmt.Errorf("open memory %q: %w", uri, err)
		}
		return s, nil
	}, uri, nil
}

func planDir(e cli.Env, path string, a Access) (Opener, error) {
	if path == "" {
		return nil, cli.Usagef("dir: needs a path")
	}
	mode := dirstore.ReadWrite
	if a.ReadOnly {
		mode = dirstore.ReadOnly
	}
	return func(ctx context.Context) (memory.Store, error) {
		return dirstore.Open(ctx, dirstore.Options{Path: path, Mode: mode, Now: e.Now})
	}, nil
}

// gitMemory is a memory in git, and the token for its remote.
type gitMemory struct {
	place string // [REMOTE#]BRANCH
	token string
}

// planGit reads git:[REMOTE#]BRANCH. The token of the run, if there is one, goes to
// git by its environment, never as an argument.
func planGit(e cli.Env, g gitMemory, a Access) (Opener, error) {
	remote, branch, named := strings.Cut(g.place, "#")
	if !named {
		remote, branch = a.Remote, g.place
	}
	if remote == "" {
		return nil, cli.Usagef("git: needs a repository, git:REMOTE#BRANCH, where the checkout has no remote origin")
	}
	remote, err := whole(remote)
	if err != nil {
		return nil, err
	}
	remote, login := splitLogin(remote)
	state, err := cli.StateDir(e.Getenv)
	if err != nil {
		return nil, err
	}
	credentials := gitCredentials(e.Getenv, g.token, remote)
	if login != "" {
		credentials = gitHeader(remote, login)
	}
	o := gitstore.Options{Remote: remote, Branch: branch, StateDir: filepath.Join(state, "memory", copyName(remote, branch)),
		Session: a.Session, Environ: e.Environ, Env: credentials, Now: e.Now}
	if a.ReadOnly {
		o.Mode = dirstore.ReadOnly
	}
	return func(ctx context.Context) (memory.Store, error) { return gitstore.Open(ctx, o) }, nil
}

// splitLogin takes a user and a password out of an https remote: as a part of it they
// would be read by all of the machine from git's arguments, and stand in errors and in
// the name of a folder.
func splitLogin(remote string) (plain, login string) {
	u, err := url.Parse(remote)
	if err != nil || u.User == nil || u.Scheme != "https" && u.Scheme != "http" {
		return remote, ""
	}
	password, _ := u.User.Password()
	login = u.User.Username() + ":" + password
	u.User = nil
	return u.String(), login
}

// maxFileName is the longest name of a file that all common systems take, in bytes.
const maxFileName = 255

// copyName is the name of the folder for the copies of a branch.
func copyName(remote, branch string) string {
	name := url.PathEscape(remote + "#" + branch)
	if len(name) <= maxFileName {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return name[len(name)-maxFileName/2:] + "-" + hex.EncodeToString(sum[:])
}

// folder reports whether a repository is a folder of this machine: neither a URL nor, as in
// host:path, a place on another one.
func folder(remote string) bool {
	colon, slash := strings.Index(remote, ":"), strings.IndexAny(remote, `/\`)
	return colon < 0 || slash >= 0 && slash < colon || filepath.VolumeName(remote) != ""
}

// whole is the remote as git understands it from any folder: git works in one of
// regreen's own, where a relative path would name something else.
func whole(remote string) (string, error) {
	if !folder(remote) || filepath.IsAbs(remote) {
		return remote, nil
	}
	path, err := filepath.Abs(remote)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", cli.Usagef("git:%s#BRANCH: there is no repository at %q", remote, path)
	}
	return path, nil
}

// Qdrant reads qdrant[s]://HOST[:PORT]/COLLECTION and the flags beside it.
func Qdrant(e cli.Env, p options.Place, a Access) (qdrant.Options, error) {
	shown := withoutLogin(p.Memory)
	u, err := url.Parse(p.Memory)
	if err != nil || u.Hostname() == "" {
		return qdrant.Options{}, cli.Usagef("memory %q: want qdrants://HOST[:6334]/COLLECTION", shown)
	}
	o := qdrant.Options{Host: u.Hostname(), Collection: strings.Trim(u.Path, "/"), APIKey: cmp.Or(p.QdrantKey, e.Getenv("QDRANT_API_KEY")),
		Model: minilm.Name, Dim: minilm.Dim, Now: e.Now}
	if o.Collection == "" {
		return o, cli.Usagef("memory %q names no collection", shown)
	}
	if u.Port() != "" {
		if o.Port, err = strconv.Atoi(u.Port()); err != nil {
			return o, cli.Usagef("memory %q: %q is no port", shown, u.Port())
		}
	}
	if u.Scheme == "qdrant" {
		o.Transport = qdrant.Plain
		if ip := net.ParseIP(o.Host); o.APIKey != "" && o.Host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return o, cli.Usagef("memory %q would send the key without TLS: use qdrants:", shown)
		}
	}
	if p.QdrantCA != "" {
		if o.CA, err = os.ReadFile(p.QdrantCA); err != nil {
			return o, cli.Usage(fmt.Errorf("--qdrant-ca: %w", err))
		}
	}
	if a.ReadOnly {
		o.Mode = qdrant.ReadOnly
	}
	return o, nil
}

func planQdrant(e cli.Env, p options.Place, a Access) (Opener, error) {
	o, err := Qdrant(e, p, a)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (memory.Store, error) { return qdrant.Open(ctx, o) }, nil
}

// gitCredentials gives git the run's token for an https remote on the server that
// the token is for.
func gitCredentials(getenv func(string) string, token, remote string) []string {
	token = cmp.Or(token, getenv("GITHUB_TOKEN"))
	server := cmp.Or(getenv("GITHUB_SERVER_URL"), "https://github.com")
	if token == "" || !strings.HasPrefix(remote, strings.TrimSuffix(server, "/")+"/") {
		return nil
	}
	return gitHeader(server+"/", "x-access-token:"+token)
}

// gitHeader gives git a login for what is at an address.
func gitHeader(address, login string) []string {
	return []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http." + address + ".extraheader",
		"GIT_CONFIG_VALUE_0=AUTHORIZATION: basic " + base64.StdEncoding.EncodeToString([]byte(login))}
}
