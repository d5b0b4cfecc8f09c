package gitstore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/scrub"
)

const (
	// maxPushes is how often a push is tried; with n runs that write at once the
	// slowest loses at most n-1 races.
	maxPushes = 100
	// pause is the mean wait after a lost race, times the number of lost ones, up to
	// maxPause.
	pause    = 100 * time.Millisecond
	maxPause = 3 * time.Second
)

// noObject is git's name for the absent side of a change.
const noObject = "0000000000000000000000000000000000000000"

// change is what this run did to a file: the object before and after, noObject where
// there is none.
type change struct{ path, before, after string }

// changes compares the files with the commit that they were made from.
func (s *Store) changes(ctx context.Context) ([]change, error) {
	tree, err := s.tree(ctx, filesRef)
	if err != nil {
		return nil, err
	}
	if _, err := s.git.run(ctx, "add", "-A", "-f", "--", "."); err != nil {
		return nil, err
	}
	out, err := s.git.run(ctx, "diff-index", "--cached", "--raw", "-r", "-z", "--no-renames", "--no-abbrev", tree)
	if err != nil {
		return nil, err
	}
	var changes []change
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		head := strings.Fields(fields[i]) // :mode mode before after letter
		if len(head) != 5 {
			return nil, fmt.Errorf("git diff-index printed %q", fields[i])
		}
		changes = append(changes, change{path: fields[i+1], before: head[2], after: head[3]})
	}
	return changes, nil
}

// push commits the changes on top of what the remote has, until it is accepted.
func (s *Store) push(ctx context.Context, changes []change) error {
	for n := range maxPushes {
		if err := s.fetch(ctx); err != nil {
			return err
		}
		commit, err := s.commit(ctx, changes)
		if err != nil {
			return err
		}
		if commit == s.base(ctx) { // an earlier push went through, and its answer was lost
			return s.checkout(ctx)
		}
		_, err = s.git.run(ctx, "push", "-q", "--no-verify", "--no-follow-tags", "--", s.o.Remote, commit+":"+s.remote)
		if err == nil {
			_, err := s.git.run(ctx, "update-ref", baseRef, commit)
			if err := errors.Join(err, s.audited.pushed()); err != nil {
				return err
			}
			return s.checkout(ctx)
		}
		moved, remoteErr := s.moved(ctx)
		if remoteErr != nil {
			return remoteErr
		}
		if !moved {
			return fmt.Errorf("%w: %w", ErrRemote, err)
		}
		if err := wait(ctx, time.Duration(n+1)*pause); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %d pushes were overtaken", ErrContended, maxPushes)
}

// moved reports whether the remote's branch is no longer base: a push that was refused
// then lost a race, and is not refused for good. It asks the remote, since what git
// prints about a refusal depends on the server. A branch that is locked by a push
// going on has not moved yet, so it looks twice.
func (s *Store) moved(ctx context.Context) (bool, error) {
	for range 3 {
		out, err := s.git.text(ctx, "ls-remote", "--", s.o.Remote, s.remote)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrRemote, err)
		}
		at, _, _ := strings.Cut(out, "\t")
		if at != s.base(ctx) {
			return true, nil
		}
		if err := wait(ctx, pause); err != nil {
			return false, err
		}
	}
	return false, nil
}

// wait sleeps for about d, spread so that runs which collided once part.
func wait(ctx context.Context, d time.Duration) error {
	d = min(d, maxPause)
	timer := time.NewTimer(d/2 + rand.N(d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commit returns a commit of base with the changes merged in; base where it has them.
func (s *Store) commit(ctx context.Context, changes []change) (string, error) {
	tree, err := s.tree(ctx, baseRef)
	if err != nil {
		return "", err
	}
	theirs, err := s.objects(ctx, tree)
	if err != nil {
		return "", err
	}
	scratch := *s.git
	scratch.env = append(slices.Clone(s.git.env), "GIT_INDEX_FILE="+s.git.dir+"/commit.index")
	if _, err := scratch.run(ctx, "read-tree", tree); err != nil {
		return "", err
	}
	var info bytes.Buffer
	for _, c := range changes {
		object, err := s.merge(ctx, c, theirs[c.path])
		if err != nil {
			return "", err
		}
		line(&info, object, c.path)
	}
	if theirs["README.md"] == "" {
		object, err := s.write(ctx, readme)
		if err != nil {
			return "", err
		}
		line(&info, object, "README.md")
	}
	if _, err := scratch.feed(ctx, info.Bytes(), "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	merged, err := scratch.text(ctx, "write-tree")
	if err != nil {
		return "", err
	}
	if base := s.base(ctx); base != "" {
		if had, err := s.git.text(ctx, "rev-parse", base+"^{tree}"); err != nil || had == merged {
			return base, err
		}
	}
	return s.commitTree(ctx, merged, changes)
}

// line is an entry of update-index --index-info; mode 0 takes the path out.
func line(to *bytes.Buffer, object, path string) {
	mode := "100644"
	if object == noObject {
		mode = "0"
	}
	fmt.Fprintf(to, "%s %s\t%s\x00", mode, object, path)
}

func (s *Store) commitTree(ctx context.Context, tree string, changes []change) (string, error) {
	args := []string{"commit-tree", tree, "-m", s.message(changes)}
	if base := s.base(ctx); base != "" {
		args = append(args, "-p", base)
	}
	named := *s.git
	date := s.o.Now().Format(time.RFC3339)
	named.env = append(slices.Clone(s.git.env), "GIT_AUTHOR_NAME="+s.o.Name, "GIT_AUTHOR_EMAIL="+s.o.Email, "GIT_AUTHOR_DATE="+date,
		"GIT_COMMITTER_NAME="+s.o.Name, "GIT_COMMITTER_EMAIL="+s.o.Email, "GIT_COMMITTER_DATE="+date)
	return named.text(ctx, args...)
}

func (s *Store) message(changes []change) string {
	var added, changed, removed int
	for _, c := range changes {
		switch {
		case !strings.HasSuffix(c.path, ".json"):
		case c.before == noObject:
			added++
		case c.after == noObject:
			removed++
		default:
			changed++
		}
	}
	subject := "memory: count uses"
	if added+changed+removed > 0 {
		subject = fmt.Sprintf("memory: %d added, %d changed, %d removed", added, changed, removed)
	}
	if lines := s.audited.text(); lines != "" {
		subject += "\n\n" + lines
	}
	if s.o.Session != "" {
		subject += "\n\nRegreen-Session: " + strings.Join(strings.Fields(s.o.Session), " ")
	}
	return subject
}

// maxAudited bounds the lines of the audit log in one commit: who imports thousands of
// records sees them in its files.
const maxAudited = 50

// audited are the lines of the audit log that no pushed commit has yet, those of a run
// that was killed too: the log itself lies on the machine of the run, which may be thrown
// away. A run that is killed right after its push leaves lines that come twice.
type audited struct {
	mu    sync.Mutex
	mark  string // file with the number of lines of the log that are in pushed commits
	past  int    // that number
	lines []memory.Audit
	told  int // how many of them the last text has
}

// load reads what the folder's last run left.
func (a *audited) load(state string) error {
	a.mark, a.past = filepath.Join(state, "audit.pushed"), 0
	log, err := dirstore.AuditLog(state)
	if err != nil {
		return err
	}
	if data, err := os.ReadFile(a.mark); err == nil {
		a.past, _ = strconv.Atoi(string(data)) // else all of them are told once more
	}
	a.past = min(max(a.past, 0), len(log))
	a.lines = log[a.past:]
	return nil
}

func (a *audited) add(line memory.Audit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, line)
}

// pushed says that the lines of the last text are on the branch.
func (a *audited) pushed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.told == 0 {
		return nil
	}
	a.past += a.told
	a.lines, a.told = a.lines[a.told:], 0
	return os.WriteFile(a.mark, []byte(strconv.Itoa(a.past)), 0o600)
}

// text is the lines as they stand in a commit, where nobody is called and nothing closed.
func (a *audited) text() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []string
	a.told = len(a.lines)
	for _, line := range a.lines[:min(len(a.lines), maxAudited)] {
		data, err := json.Marshal(line)
		if err != nil {
			data = []byte(err.Error()) // cannot happen: it has texts, numbers and a time
		}
		out = append(out, scrub.CommitText(string(data)))
	}
	if more := len(a.lines) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, "\n")
}

// objects are the objects of a tree by path.
func (s *Store) objects(ctx context.Context, tree string) (map[string]string, error) {
	out, err := s.git.run(ctx, "ls-tree", "-r", "-z", "--full-tree", tree)
	if err != nil {
		return nil, err
	}
	objects := map[string]string{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		head, path, ok := strings.Cut(entry, "\t")
		if fields := strings.Fields(head); ok && len(fields) == 3 {
			objects[path] = fields[2]
		}
	}
	return objects, nil
}

// countersFolder is where the files are that only grow, until they are put into one.
const countersFolder = "uses/"

// merge is the object that a path gets: ours where they left it as it was, theirs where
// they took it out, else both put together. A deletion wins, whoever made it: what
// someone wants forgotten does not come back by a merge. Files of counters are different:
// who deletes one has put its lines elsewhere, and a line that is there twice counts once.
func (s *Store) merge(ctx context.Context, c change, theirs string) (string, error) {
	counters := strings.HasPrefix(c.path, countersFolder)
	switch {
	case theirs == "" && c.before == noObject, theirs == c.before, theirs == c.after:
		return c.after, nil
	case theirs == "" && counters:
		return c.after, nil
	case c.after == noObject && counters:
		return theirs, nil
	case theirs == "", c.after == noObject:
		return noObject, nil
	}
	ours, err := s.blob(ctx, c.after)
	if err != nil {
		return "", err
	}
	other, err := s.blob(ctx, theirs)
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(c.path, ".json") {
		return s.write(ctx, append(append(other, '\n'), ours...))
	}
	was, err := s.blob(ctx, c.before)
	if err != nil {
		return "", err
	}
	return s.mergeRecord(ctx, was, other, ours)
}

// blob is the content of an object; nil where there is none.
func (s *Store) blob(ctx context.Context, object string) ([]byte, error) {
	if object == noObject {
		return nil, nil
	}
	return s.git.run(ctx, "cat-file", "blob", object)
}

// mergeRecord puts our record over theirs as a Put would. Where one of them cannot be
// read, theirs is kept: it may be of a later version, and ours half of a file that git
// was writing when it was killed.
func (s *Store) mergeRecord(ctx context.Context, was, theirs, ours []byte) (string, error) {
	var old, next, both memory.Record
	if json.Unmarshal(ours, &next) != nil || json.Unmarshal(theirs, &old) != nil || old.Schema > memory.SchemaVersion {
		return s.write(ctx, theirs)
	}
	merged, _ := memory.Merge(old, next)
	if json.Unmarshal(was, &both) == nil {
		merged.Status, merged.StatusReason = statusOf(both, old, next)
	}
	data, err := dirstore.Encode(merged)
	if err != nil {
		return "", err
	}
	return s.write(ctx, data)
}

// statusOf is what the status of both became: that of the side which set it, theirs
// where both did, unless they made it active.
func statusOf(both, theirs, ours memory.Record) (memory.Status, string) {
	set := ours.Status != both.Status || ours.StatusReason != both.StatusReason
	if set && (theirs.Status == both.Status || theirs.Status == memory.Active) {
		return ours.Status, ours.StatusReason
	}
	return theirs.Status, theirs.StatusReason
}

func (s *Store) write(ctx context.Context, data []byte) (string, error) {
	out, err := s.git.feed(ctx, data, "hash-object", "-w", "--stdin", "--no-filters")
	return strings.TrimSpace(string(out)), err
}
