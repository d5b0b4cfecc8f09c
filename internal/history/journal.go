package history

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Verdict says what came of a commit.
type Verdict string

// The verdicts.
const (
	Held     Verdict = "proved"    // its tests fail without its sources and pass with them
	NotRed   Verdict = "not red"   // its tests do not fail, or not always, without its sources
	NotGreen Verdict = "not green" // they do not pass with them, or the change is refused
	Skipped  Verdict = "skipped"   // it could not be tried
)

// formerly is what Held was called in older journals.
const formerly Verdict = "held"

// Tried is a commit with what came of it.
type Tried struct {
	Commit   string  `json:"commit"`
	Subject  string  `json:"subject"`
	Verdict  Verdict `json:"verdict"`
	Reason   string  `json:"reason"`
	RecordID string  `json:"record_id,omitempty"`
	Seconds  float64 `json:"seconds"`
	Earlier  bool    `json:"earlier,omitempty"` // by a run before this one
}

// Journal is the file of the commits that were tried, a JSON line each: a walk that is
// stopped at any instant goes on after the last whole line.
type Journal struct {
	path  string
	tried map[string]Tried
}

// OpenJournal reads the journal at path; one that is not there is empty.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{path: path, tried: map[string]Tried{}}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was tried: %w", err)
	}
	defer f.Close() // read only
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var t Tried
		if json.Unmarshal(lines.Bytes(), &t) == nil && t.Commit != "" { // a torn line is a commit to try again
			t.Earlier = true
			if t.Verdict == formerly {
				t.Verdict = Held
			}
			j.tried[t.Commit] = t
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read what was tried: %w", err)
	}
	return j, nil
}

// Path is where the journal lies.
func (j *Journal) Path() string { return j.path }

// Tried returns what came of a commit; false if it was never tried.
func (j *Journal) Tried(sha string) (Tried, bool) {
	t, ok := j.tried[sha]
	return t, ok
}

// Add writes down what came of a commit.
func (j *Journal) Add(t Tried) error {
	j.tried[t.Commit] = t
	line, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("note what was tried: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return fmt.Errorf("note what was tried: %w", err)
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("note what was tried: %w", err)
	}
	// A line that a killed run tore is ended by the newline before this one.
	_, err = f.Write(append(append([]byte{'\n'}, line...), '\n'))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("note what was tried: %w", err)
	}
	return nil
}
