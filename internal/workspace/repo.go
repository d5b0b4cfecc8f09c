package workspace

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

// repo is a repository in the checkout (the checkout itself, a submodule or
// another one inside) with the own repository that stands for it.
type repo struct {
	client
	rel    string // work tree relative to the checkout, "." for the checkout
	root   string // absolute work tree
	gitDir string // the untrusted one: .git, or where a .git file points
	common string // gitDir, or the main repository's of a linked worktree
	own    string // regreen's own GIT_DIR
	head   string // "" in a nested repository without commits
	remote string
	sparse bool
	config []string // merged configuration of user and checkout: name, value, name, value…
}

// openRepo reads what it needs of the repository at rel and makes the own one.
func (w *Workspace) openRepo(ctx context.Context, rel string) (*repo, error) {
	c, err := newClient(w.o)
	if err != nil {
		return nil, err
	}
	r := &repo{client: c, rel: rel, root: filepath.Join(w.root, filepath.FromSlash(rel))}
	r.own = filepath.Join(w.state, "git", strings.ReplaceAll(url.PathEscape(rel), ".", "%2E"))
	if r.gitDir, r.common, err = gitDirs(r.root); err != nil {
		return nil, err
	}
	if err := r.readConfig(ctx); err != nil {
		return nil, err
	}
	out, err := r.foreign(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		var refused *GitError
		if errors.As(err, &refused) && rel == "." {
			return nil, ErrNoCommit
		}
		if !errors.As(err, &refused) {
			return nil, err
		}
	}
	r.head = strings.TrimSpace(string(out))
	return r, r.create(ctx)
}

// gitDirs resolves .git of a work tree by git's documented layout: a folder, or
// a file "gitdir: path" in submodules and linked worktrees.
func gitDirs(root string) (gitDir, common string, err error) {
	dot := filepath.Join(root, ".git")
	info, err := os.Lstat(dot)
	if err != nil {
		return "", "", ErrNotGit
	}
	gitDir = dot
	if !info.IsDir() {
		text, err := readSmall(dot)
		if err != nil {
			return "", "", fmt.Errorf("read %q: %w", dot, err)
		}
		target, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if !ok {
			return "", "", fmt.Errorf("%q: %w", dot, ErrNotGit)
		}
		gitDir = absolute(root, target)
	}
	if !isRepoDir(gitDir) {
		return "", "", fmt.Errorf("%q: %w", gitDir, ErrNotGit)
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

// git runs a call in the own repository.
func (r *repo) git(ctx context.Context, c GitCall) ([]byte, error) {
	env := r.environ(r.root, append([]string{"GIT_DIR=" + r.own, "GIT_WORK_TREE=" + r.root}, c.Env...))
	c.Args = outsideSubmodules(c.Args)
	return r.run(ctx, r.root, withConfig(env, quiet(r.root)), c)
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

// foreign asks the untrusted repository. Only plumbing that reads goes here: it
// runs nothing that its configuration names.
func (r *repo) foreign(ctx context.Context, args ...string) ([]byte, error) {
	env := r.environ(r.root, []string{"GIT_OPTIONAL_LOCKS=0", "GIT_DIR=" + r.gitDir, "GIT_WORK_TREE=" + r.root})
	return r.run(ctx, r.root, withConfig(env, quiet(r.root)), GitCall{Args: args})
}

// readConfig reads the configuration of system, user and checkout as git itself
// merges it: it says how this checkout's line ends and modes were made.
func (r *repo) readConfig(ctx context.Context) error {
	env := append(append([]string{}, r.env...), "GIT_DIR="+r.gitDir, "GIT_WORK_TREE="+r.root, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	out, err := r.run(ctx, r.root, env, GitCall{Args: []string{"config", "--list", "-z"}})
	if err != nil {
		return err
	}
	for _, item := range splitNUL(out) {
		name, value, ok := strings.Cut(item, "\n")
		if !ok {
			value = "true" // a name without "=" is a boolean
		}
		r.config = append(r.config, name, value)
	}
	r.remote = withoutUser(r.get("remote.origin.url"))
	r.sparse = r.get("core.sparsecheckout") == "true"
	return nil
}

// get returns the last value of a name ("section.key" in lower case), as git does.
func (r *repo) get(name string) string {
	for i := len(r.config) - 2; i >= 0; i -= 2 {
		if r.config[i] == name {
			return r.config[i+1]
		}
	}
	return ""
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
func (r *repo) create(ctx context.Context) error {
	if err := os.RemoveAll(r.own); err != nil {
		return fmt.Errorf("make own repository: %w", err)
	}
	for _, dir := range []string{"objects/info", "objects/pack", "refs/heads", "info"} {
		if err := os.MkdirAll(filepath.Join(r.own, filepath.FromSlash(dir)), 0o700); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	head := r.head
	if head == "" {
		head = "ref: refs/heads/none"
	}
	files := map[string]string{
		"HEAD":                    head + "\n",
		"config":                  r.ownConfig(),
		"objects/info/alternates": filepath.Join(r.common, "objects") + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(r.own, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	for _, name := range []string{"shallow", "info/exclude"} {
		if err := copyIfThere(filepath.Join(r.common, name), filepath.Join(r.own, name)); err != nil {
			return fmt.Errorf("make own repository: %w", err)
		}
	}
	if err := r.copyRefs(ctx); err != nil {
		return err
	}
	if r.head == "" {
		return nil
	}
	_, err := r.git(ctx, GitCall{Args: []string{"read-tree", "HEAD"}})
	return err
}

func (r *repo) ownConfig() string {
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
func (r *repo) copyRefs(ctx context.Context) error {
	out, err := r.foreign(ctx, "for-each-ref", "--format=%(objectname) %(refname)")
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

func splitNUL(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
