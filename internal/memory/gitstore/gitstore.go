// Package gitstore keeps memory on a branch of a git repository, in the files of
// dirstore: it outlives the runner and needs no server, can be read and reverted by
// people, and is shared by all who may push to the branch.
//
// A run works on a copy of its own and pushes one commit at its end. When another was
// faster, what this run changed is put on top of theirs, file by file, and pushed again.
package gitstore

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/regreen/regreen/internal/memory/dirstore"
)

const (
	// DefaultBranch is the branch where none is named.
	DefaultBranch = "regreen-memory"

	// baseRef is the remote's commit that what this run changed is put on.
	baseRef = "refs/regreen/base"
	// filesRef is the commit that the files were last made from, and so what they are
	// compared with: a run may be killed when it has a newer base and not its files
	// yet, and what is in that base alone was not deleted here.
	filesRef = "refs/regreen/files"
	// stateFolder has what dirstore keeps beside the files, the audit log too.
	stateFolder = "state"
	// maxSlots is how many runs may use one state folder at once.
	maxSlots = 64
)

var (
	// ErrRemote says that the remote could not be reached, or refused.
	ErrRemote = errors.New("memory branch cannot be reached")
	// ErrContended says that others kept pushing first.
	ErrContended = errors.New("memory branch is too busy")
	// ErrBranch refuses a name that is no branch.
	ErrBranch = errors.New("not a name for a branch")
)

//go:embed README.tmpl.md
var readme []byte

// Options say where the branch is.
type Options struct {
	Remote   string        // URL or path of the repository that has the branch
	Branch   string        // "" means DefaultBranch
	StateDir string        // a folder for the copy; it is kept from run to run
	Mode     dirstore.Mode // ReadOnly never pushes
	Session  string        // id of the run, for the commit
	Environ  []string      // as os.Environ gives it; what git needs of it is passed on
	Env      []string      // further variables for git, such as credentials
	Name     string        // of the committer; "" means regreen
	Email    string        // of the committer
	Now      func() time.Time
}

// Store is a memory.Store on a branch. What is written to it is in its copy at once,
// and on the branch after Flush or Close.
type Store struct {
	*dirstore.Store
	git     *git
	o       Options
	slot    *flock.Flock
	remote  string // refs/heads/BRANCH
	failed  bool   // the last Flush did
	audited audited
	aside   string // where a copy is that could not be read; "" if there was none
}

// Open fetches the branch; one that does not exist yet is an empty memory. Changes
// that an earlier run could not push are pushed first.
func Open(ctx context.Context, o Options) (*Store, error) {
	o.Branch = cmp.Or(o.Branch, DefaultBranch)
	o.Name, o.Email = cmp.Or(o.Name, "regreen"), cmp.Or(o.Email, "regreen@localhost")
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Remote == "" || o.StateDir == "" {
		return nil, errors.New("open memory branch: it needs a remote and a state folder")
	}
	s := &Store{o: o, remote: "refs/heads/" + o.Branch}
	if err := s.open(ctx); err != nil {
		s.release()
		if s.aside != "" {
			err = fmt.Errorf("%w; what an earlier run did not push is in %q", err, s.aside)
		}
		return nil, fmt.Errorf("open memory branch %q: %w", o.Branch, err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	folder, err := s.takeSlot()
	if err != nil {
		return err
	}
	if s.o.Mode == dirstore.ReadWrite {
		s.rescue(ctx, folder)
	}
	err = s.take(ctx, folder)
	if err != nil && s.ofTheCopy(ctx, err) {
		if s.aside, err = setAside(folder); err == nil {
			err = s.take(ctx, folder)
		}
	}
	if err != nil {
		return err
	}
	s.Store, err = dirstore.Open(ctx, dirstore.Options{Path: s.git.work, State: filepath.Join(folder, stateFolder), Mode: s.o.Mode, Now: s.o.Now, Audited: s.audited.add})
	return err
}

// take makes the files of a folder those of the branch, after what an earlier run could
// not push is there.
func (s *Store) take(ctx context.Context, folder string) error {
	files := filepath.Join(folder, "files")
	if err := os.MkdirAll(files, 0o700); err != nil {
		return err
	}
	s.git = newGit(filepath.Join(folder, "git"), files, s.o.Environ, s.o.Env)
	if err := errors.Join(s.prepare(ctx), s.audited.load(filepath.Join(folder, stateFolder))); err != nil {
		return err
	}
	changes, err := s.changes(ctx)
	if err != nil {
		return err
	}
	if len(changes) > 0 && s.o.Mode == dirstore.ReadWrite {
		return s.push(ctx, changes)
	}
	if err := s.fetch(ctx); err != nil {
		return err
	}
	return s.checkout(ctx)
}

// ofTheCopy reports whether an error is about our own copy, as a power cut may leave it,
// and not about the branch or the time that is left. A fetch into such a copy fails like
// one from a remote that is gone, so git is asked.
func (s *Store) ofTheCopy(ctx context.Context, err error) bool {
	if s.git == nil || errors.Is(err, ErrContended) || errors.Is(err, ErrBranch) || ctx.Err() != nil {
		return false
	}
	_, fsckErr := s.git.run(ctx, "fsck", "--connectivity-only", "--no-dangling", "--no-progress")
	return fsckErr != nil
}

// setAside moves a copy that git cannot read out of the way, so that nothing in it which
// was not pushed is lost, and returns where it is.
func setAside(folder string) (string, error) {
	aside, err := os.MkdirTemp(folder, "broken-*")
	for _, name := range []string{"git", "files", stateFolder} {
		if renameErr := os.Rename(filepath.Join(folder, name), filepath.Join(aside, name)); !errors.Is(renameErr, fs.ErrNotExist) {
			err = errors.Join(err, renameErr)
		}
	}
	return aside, err
}

// Warnings are those of the files, and where a copy is that could not be read.
func (s *Store) Warnings() []string {
	warnings := s.Store.Warnings()
	if s.aside != "" {
		warnings = append(warnings, fmt.Sprintf("git could not read the copy of the branch, which is now in %q; what it did not push is in its files", s.aside))
	}
	return warnings
}

// openFile lies in the folder of a run that writes until all it wrote is pushed.
const openFile = "open"

// rescue pushes what killed runs left in the folders beside ours: nobody may come to use
// those again. What it cannot push stays for the next.
func (s *Store) rescue(ctx context.Context, ours string) {
	for n := range maxSlots {
		folder := s.folder("copy", n)
		if _, err := os.Stat(filepath.Join(folder, openFile)); err != nil || folder == ours {
			continue
		}
		other := &Store{o: s.o, remote: s.remote, slot: flock.New(filepath.Join(folder, "lock"))}
		if ok, err := other.slot.TryLock(); !ok || err != nil {
			continue // its run is alive
		}
		if other.take(ctx, folder) == nil {
			other.pushed()
		}
		other.release()
	}
}

// pushed says that the folder holds nothing which the branch does not have.
func (s *Store) pushed() { os.Remove(filepath.Join(filepath.Dir(s.git.work), openFile)) }

func (s *Store) folder(kind string, n int) string {
	return filepath.Join(s.o.StateDir, fmt.Sprintf("%s%d", kind, n))
}

// takeSlot locks a folder that no other process uses. Readers have folders of their
// own: they take over what the remote has, and a writer's may hold what was not pushed.
func (s *Store) takeSlot() (string, error) {
	kind := "copy"
	if s.o.Mode == dirstore.ReadOnly {
		kind = "view"
	}
	for n := range maxSlots {
		folder := s.folder(kind, n)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		lock := flock.New(filepath.Join(folder, "lock"))
		ok, err := lock.TryLock()
		if err != nil {
			return "", fmt.Errorf("lock the state folder %q, which must be on a disk with file locks: %w", s.o.StateDir, dirstore.LockError(err))
		}
		if !ok {
			continue
		}
		s.slot = lock
		if s.o.Mode == dirstore.ReadWrite {
			err = os.WriteFile(filepath.Join(folder, openFile), nil, 0o600)
		}
		return folder, err
	}
	return "", fmt.Errorf("%d runs use the state folder %q already", maxSlots, s.o.StateDir)
}

func (s *Store) release() {
	if s.slot != nil {
		s.slot.Unlock()
	}
}

func (s *Store) prepare(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(s.git.dir, "HEAD")); err != nil {
		if err := s.git.create(ctx); err != nil {
			return err
		}
	}
	if _, err := s.git.run(ctx, "check-ref-format", s.remote); err != nil || strings.HasPrefix(s.o.Branch, "-") {
		return fmt.Errorf("%w: %q", ErrBranch, s.o.Branch)
	}
	if err := s.git.unlock(); err != nil {
		return err
	}
	// Attributes in the branch could name a filter of the user's settings, which is a
	// command; those of the repository itself come first.
	info := filepath.Join(s.git.dir, "info")
	if err := os.MkdirAll(info, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(info, "attributes"), []byte("* -filter -text -eol -ident -working-tree-encoding -diff\n"), 0o600)
}

// fetch makes baseRef the remote's branch, also where it was rewritten.
func (s *Store) fetch(ctx context.Context) error {
	out, err := s.git.text(ctx, "ls-remote", "--", s.o.Remote, s.remote)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRemote, err)
	}
	if out == "" {
		_, err := s.git.run(ctx, "update-ref", "-d", baseRef)
		return err
	}
	// Only the newest state is needed, however many runs there were.
	_, err = s.git.run(ctx, "fetch", "-q", "--no-tags", "--depth=1", "--no-write-fetch-head", "--no-recurse-submodules", "--", s.o.Remote, "+"+s.remote+":"+baseRef)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRemote, err)
	}
	return nil
}

// base is the commit of baseRef, "" if there is none.
func (s *Store) base(ctx context.Context) string { return s.at(ctx, baseRef) }

func (s *Store) at(ctx context.Context, ref string) string {
	out, _ := s.git.text(ctx, "rev-parse", "-q", "--verify", ref+"^{commit}")
	return out
}

// tree is the commit of ref, or the empty tree.
func (s *Store) tree(ctx context.Context, ref string) (string, error) {
	if commit := s.at(ctx, ref); commit != "" {
		return commit, nil
	}
	out, err := s.git.feed(ctx, nil, "hash-object", "-w", "-t", "tree", "--stdin")
	return strings.TrimSpace(string(out)), err
}

// checkout makes the files those of base; files that are the same are left alone.
func (s *Store) checkout(ctx context.Context) error {
	tree, err := s.tree(ctx, baseRef)
	if err != nil {
		return err
	}
	if _, err := s.git.run(ctx, "read-tree", "--reset", "-u", tree); err != nil {
		return err
	}
	args := []string{"update-ref", filesRef, tree}
	if s.base(ctx) == "" {
		args = []string{"update-ref", "-d", filesRef}
	}
	_, err = s.git.run(ctx, args...)
	return err
}

// Flush puts what was written on the branch. What it cannot put there is kept, and
// pushed by the next run with the same state folder.
func (s *Store) Flush(ctx context.Context) error {
	if s.o.Mode == dirstore.ReadOnly {
		return nil
	}
	changes, err := s.changes(ctx)
	if err == nil && len(changes) > 0 {
		err = s.push(ctx, changes)
	}
	s.failed = err != nil
	if err != nil {
		return fmt.Errorf("push memory to branch %q (it is kept in %q and pushed by the next run): %w", s.o.Branch, s.git.work, err)
	}
	return nil
}

// closeTimeout bounds the push at the end of a run.
const closeTimeout = 5 * time.Minute

// Close pushes what was written and gives the copy back. After a Flush that failed, and
// said so, it does not try again: the next run does.
func (s *Store) Close() error {
	defer s.release()
	if s.failed {
		return s.Store.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	err := errors.Join(s.Store.Close(), s.Flush(ctx))
	if err == nil && s.o.Mode == dirstore.ReadWrite {
		s.pushed()
	}
	return err
}
