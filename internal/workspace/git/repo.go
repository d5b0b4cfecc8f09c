package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Repo is a repository that is not trusted, with the own one that stands for it.
type Repo struct {
	Root   string // absolute work tree
	GitDir string // the untrusted one: .git, or where a .git file points
	Common string // GitDir, or the main repository's of a linked worktree
	Head   string // full name of the commit that is checked out; "" without commits
	Remote string // URL of the remote called origin, without user and password; "" for none
	Sparse bool   // it has a sparse checkout

	client
	own    string   // regreen's own GIT_DIR
	config []string // merged configuration of user and checkout: name, value, name, value…
}

// Open reads what it needs of the repository at root and makes the own one at own, in
// place of an earlier one. Errors are ErrNotRepo and ErrMissing.
func Open(ctx context.Context, root, own string, o Options) (*Repo, error) {
	c, err := newClient(o)
	if err != nil {
		return nil, err
	}
	r := &Repo{client: c, Root: root, own: own}
	if r.GitDir, r.Common, err = gitDirs(root); err != nil {
		return nil, err
	}
	if err := r.readConfig(ctx); err != nil {
		return nil, err
	}
	out, err := r.Foreign(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	var refused *Error
	if err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	r.Head = strings.TrimSpace(string(out))
	return r, r.create(ctx)
}

// Git runs git in the own repository with the checkout as its work tree and returns its
// stdout. Nothing of the checkout's configuration applies, no program but git runs,
// nothing prompts, and a deadline ends it. The error of a call that git itself refused is
// an *Error.
func (r *Repo) Git(ctx context.Context, args ...string) ([]byte, error) {
	return r.With(ctx, Call{Args: args})
}

// gitDirs resolves .git of a work tree by git's documented layout: a folder, or
// a file "gitdir: path" in submodules and linked worktrees.
func gitDirs(root string) (gitDir, common string, err error) {
	dot := filepath.Join(root, ".git")
	info, err := os.Lstat(dot)
	if err != nil {
		return "", "", ErrNotRepo
	}
	gitDir = dot
	if !info.IsDir() {
		text, err := readSmall(dot)
		if err != nil {
			return "", "", fmt.Errorf("read %q: %w", dot, err)
		}
		target, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if !ok {
			return "", "", fmt.Errorf("%q: %w", dot, ErrNotRepo)
		}
		gitDir = absolute(root, target)
	}
	if !isRepoDir(gitDir) {
		return "", "", fmt.Errorf("%q: %w", gitDir, ErrNotRepo)
	}
	common = gitDir
	if text, err := readSmall(filepath.Join(gitDir, "commondir")); err == nil {
		common = absolute(gitDir, strings.TrimRight(string(text), "\r\n"))
	}
	return gitDir, common, nil
}

func isRepoDir(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "HEAD"))
	return err == nil
}

func absolute(base, target string) string {
	target = filepath.FromSlash(target)
	if filepath.IsAbs(target) {
		return filepath.Clean(target)
	}
	return filepath.Join(base, target)
}

// readSmall reads a file of one line; .git files longer than that are no .git files.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, 8<<10)
	n, err := f.Read(buf)
	if n == 0 && err != nil {
		return nil, err
	}
	return buf[:n], nil
}

// With is Git with an environment, input and deadline of its own.
func (r *Repo) With(ctx context.Context, c Call) ([]byte, error) {
	env := r.environ(r.Root, append([]string{"GIT_DIR=" + r.own, "GIT_WORK_TREE=" + r.Root}, c.Env...))
	c.Args = outsideSubmodules(c.Args)
	return r.run(ctx, r.Root, withConfig(env, quiet(r.Root)), c)
}

// outsideSubmodules keeps git from looking into submodules: it would start
// itself there with their own, untrusted configuration, and a .gitmodules file may ask
// for that whatever our configuration says. Only the command line wins over it.
func outsideSubmodules(args []string) []string {
	for i, arg := range args {
		switch arg {
		case "status", "diff", "diff-files", "diff-index", "show", "log":
			return append(append(append([]string{}, args[:i+1]...), "--ignore-submodules=all"), args[i+1:]...)
		case "-c", "-C":
		default:
			if !strings.HasPrefix(arg, "-") && (i == 0 || args[i-1] != "-c") {
				return args
			}
		}
	}
	return args
}

// Foreign asks the untrusted repository. Only plumbing that reads goes here: it
// runs nothing that its configuration names.
func (r *Repo) Foreign(ctx context.Context, args ...string) ([]byte, error) {
	env := r.environ(r.Root, []string{"GIT_OPTIONAL_LOCKS=0", "GIT_DIR=" + r.GitDir, "GIT_WORK_TREE=" + r.Root})
	return r.run(ctx, r.Root, withConfig(env, quiet(r.Root)), Call{Args: args})
}

// readConfig reads the configuration of system, user and checkout as git itself
// merges it: it says how this checkout's line ends and modes were made.
func (r *Repo) readConfig(ctx context.Context) error {
	env := append(append([]string{}, r.env...), "GIT_DIR="+r.GitDir, "GIT_WORK_TREE="+r.Root, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	out, err := r.run(ctx, r.Root, env, Call{Args: []string{"config", "--list", "-z"}})
	if err != nil {
		return err
	}
	for _, item := range Split(out) {
		name, value, ok := strings.Cut(item, "\n")
		if !ok {
			value = "true" // a name without "=" is a boolean
		}
		r.config = append(r.config, name, value)
	}
	r.Remote = r.fromAnywhere(withoutUser(r.get("remote.origin.url")))
	r.Sparse = r.get("core.sparsecheckout") == "true"
	return nil
}

// get returns the last value of a name ("section.key" in lower case), as git does.
func (r *Repo) get(name string) string {
	for i := len(r.config) - 2; i >= 0; i -= 2 {
		if r.config[i] == name {
			return r.config[i+1]
		}
	}
	return ""
}

// fromAnywhere is a remote as it is named from any folder: git reads a relative path from
// the top of the checkout.
func (r *Repo) fromAnywhere(remote string) string {
	host, _, far := strings.Cut(remote, ":")
	if remote == "" || far && !strings.ContainsAny(host, `/\`) || filepath.IsAbs(remote) {
		return remote
	}
	return filepath.Join(r.Root, filepath.FromSlash(remote))
}

// withoutUser takes user and password out of a URL; other text stays as it is.
func withoutUser(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.User == nil {
		return text
	}
	if u.Scheme == "ssh" {
		u.User = url.User(u.User.Username())
	} else {
		u.User = nil
	}
	return u.String()
}

// carried are the settings that decide how the files of a checkout look. Words
// only: nothing here can name a program.
var wordSetting = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

func carried() []string {
	return []string{
		"core.autocrlf", "core.eol", "core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode", "core.longpaths",
		"core.protectntfs", "core.protecthfs",
	}
}

// create writes the own repository: a detached HEAD, the refs as they are, the
// objects borrowed, and an index read from HEAD.
func (r *Repo) create(ctx context.Context) error {
	if err := os.RemoveAll(r.own); err != nil {
		return fmt.Errorf("make own repository: %w", err)
	}
	for _, dir := range []string{"objects/info", "objects/pack", "refs/heads", "info"} {
		if err := os.MkdirAll(filepath.Join(r.own, filepath.FromSlash(dir)), 0o700); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	head := r.Head
	if head == "" {
		head = "ref: refs/heads/none"
	}
	files := map[string]string{
		"HEAD":                    head + "\n",
		"config":                  r.ownConfig(),
		"objects/info/alternates": filepath.Join(r.Common, "objects") + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(r.own, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	for _, name := range []string{"shallow", "info/exclude"} {
		if err := copyIfThere(filepath.Join(r.Common, name), filepath.Join(r.own, name)); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	if err := r.copyRefs(ctx); err != nil {
		return err
	}
	if r.Head == "" {
		return nil
	}
	_, err := r.Git(ctx, "read-tree", "HEAD")
	return err
}

func (r *Repo) ownConfig() string {
	var b strings.Builder
	format := "0"
	if r.get("extensions.objectformat") == "sha256" {
		format = "1"
		b.WriteString("[extensions]\n\tobjectFormat = sha256\n")
	}
	b.WriteString("[core]\n\trepositoryformatversion = " + format + "\n\tbare = false\n\tsafecrlf = false\n\tlogAllRefUpdates = false\n")
	for _, name := range carried() {
		if value := r.get(name); wordSetting.MatchString(value) {
			b.WriteString("\t" + strings.TrimPrefix(name, "core.") + " = " + value + "\n")
		}
	}
	if value := r.get("core.excludesfile"); value != "" && !strings.ContainsAny(value, "\n\x00") {
		b.WriteString("\texcludesFile = " + configQuote(value) + "\n")
	}
	return b.String()
}

func configQuote(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// copyRefs copies the names of commits, so that merge bases can be found. Those
// under refs/replace stay behind: they make one object stand for another.
func (r *Repo) copyRefs(ctx context.Context) error {
	out, err := r.Foreign(ctx, "for-each-ref", "--format=%(objectname) %(refname)")
	if err != nil {
		return fmt.Errorf("copy refs: %w", err)
	}
	var b bytes.Buffer
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, " refs/replace/") {
			b.WriteString(line)
		}
	}
	if err := os.WriteFile(filepath.Join(r.own, "packed-refs"), b.Bytes(), 0o600); err != nil {
		return fmt.Errorf("copy refs: %w", err)
	}
	return nil
}

func copyIfThere(from, to string) error {
	data, err := os.ReadFile(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// Split takes apart what git prints with -z.
func Split(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// Branch is the branch that is checked out, without refs/heads/; "" when HEAD is
// detached.
func (r *Repo) Branch() string {
	data, err := readSmall(filepath.Join(r.GitDir, "HEAD"))
	if err != nil {
		return "" // it was read when the checkout was opened; without it there is no branch
	}
	ref, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "ref: refs/heads/")
	if !ok {
		return ""
	}
	return ref
}

// LooseHead reads the commit that is checked out from the files of a git folder, without
// git; "" where they do not tell it.
func LooseHead(gitDir string) string {
	data, err := readSmall(filepath.Join(gitDir, "HEAD"))
	if err != nil {
		return ""
	}
	id := strings.TrimSpace(string(data))
	if ref, ok := strings.CutPrefix(id, "ref: "); ok && filepath.IsLocal(ref) {
		if data, err = readSmall(filepath.Join(gitDir, filepath.FromSlash(ref))); err != nil {
			return ""
		}
		id = strings.TrimSpace(string(data))
	}
	if len(id) < 40 || strings.ContainsAny(id, "/\\.") {
		return ""
	}
	return id
}

// Lay writes a checkout of Head at root, with a repository of its own, as git would, but
// for what the untrusted configuration says. Submodules and files of git LFS are left as
// git itself stores them.
func (r *Repo) Lay(ctx context.Context, root string) error {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	copied := *r
	copied.Root, copied.own = root, filepath.Join(root, ".git")
	if err := copied.create(ctx); err != nil {
		return err
	}
	if branch := r.Branch(); branch != "" {
		if err := os.WriteFile(filepath.Join(copied.own, "HEAD"), []byte("ref: refs/heads/"+branch+"\n"), 0o600); err != nil {
			return err
		}
	}
	if err := copied.nameOrigin(); err != nil {
		return err
	}
	for _, args := range [][]string{{"read-tree", r.Head}, {"checkout-index", "--all", "--force", "--quiet"}, {"update-index", "-q", "--refresh"}} {
		if _, err := copied.Git(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

// nameOrigin tells the own repository where it is from, without a password.
func (r *Repo) nameOrigin() error {
	if r.Remote == "" || strings.ContainsAny(r.Remote, "\n\x00") {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(r.own, "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "[remote \"origin\"]\n\turl = %s\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n", configQuote(r.Remote))
	return errors.Join(err, f.Close())
}
