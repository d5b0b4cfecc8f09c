// Package rewrite puts content in the place of a file so that a crash leaves the old or the
// new, no link leads elsewhere, and no tool takes the new for the old by its time.
package rewrite

import "time"

// Stamps are the whole seconds that each path's modification time has shown, on
// disk or by our own writes, since the checkout was opened.
//
// Tools take a file for unchanged by its time, in two ways, and both must see
// each of our writes:
//
//   - By equality, to the second or finer, mostly together with the size:
//     Python's .pyc (seconds and size), gradle's file hashes, jest's haste map,
//     eslint and mypy. So no two contents of one path may share a second. This is
//     the trap of a same-size edit in the same second.
//   - By order against what was built from it: make, ninja, cargo, tsc -b. So a
//     write must be newer than anything built until now: never is a time turned back.
//
// Hence a write takes the present time, or, when that second is spent, the next
// whole second that is not. A tool may then see a source that is up to a few seconds
// in the future and build it once more: slower, never wrong.
//
// For the same reason a restored file does not get its first modification time
// back when its content was ever another: an output that was built from the
// other content, and that is kept as a cache, would be newer than its source.
// Files that were never touched keep theirs.
type Stamps map[string][]int64

// Saw notes a time that a path has on disk.
func (s Stamps) Saw(path string, at time.Time) {
	if !s.spent(path, at.Unix()) {
		s[path] = append(s[path], at.Unix())
	}
}

// Next returns the time for a write of path, and notes it.
func (s Stamps) Next(path string, now time.Time) time.Time {
	at := now
	for s.spent(path, at.Unix()) {
		at = time.Unix(at.Unix()+1, 0)
	}
	s[path] = append(s[path], at.Unix())
	return at
}

func (s Stamps) spent(path string, second int64) bool {
	for _, v := range s[path] {
		if v == second {
			return true
		}
	}
	return false
}
