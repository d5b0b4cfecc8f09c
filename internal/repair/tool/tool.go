// Package tool holds what the model can do: read, search and list files, edit
// them within the policy, run the tests, search the memory and propose a fix for
// it. There is no shell, no network and no token behind any of them.
//
// A model's mistake is an answer for the model; a Go error means that the disk,
// the test runner or the caller's context broke.
package tool

import (
	"context"
	"errors"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
)

// The names of the tools. They and their arguments are an interface: scripted
// models outside this project rely on them.
const (
	SearchMemory = "search_codebase_memory"
	StoreFix     = "store_fix_memory"
	ReadFile     = "read_file"
	SearchCode   = "search_code"
	ListFiles    = "list_files"
	ApplyEdit    = "apply_edit"
	RunTests     = "run_tests"
)

var (
	// ErrMemoryGate refuses a diagnosis, an edit or a store call before an answer of
	// the memory was delivered.
	ErrMemoryGate = errors.New("memory gate: search the memory first")
	// ErrConfirmedFixGate refuses a store call whose outcome is not, word for word,
	// that of the latest passing run; any edit clears that outcome.
	ErrConfirmedFixGate = errors.New("confirmed-fix gate: the outcome is not that of the latest passing run")
)

// Files is the checkout as the tools see it. Paths are slash-separated and
// relative to its root. workspace.Workspace implements it.
type Files interface {
	// Read returns a file's content; an error that is fs.ErrNotExist if there is none.
	Read(path string) ([]byte, error)
	// Write makes or replaces a file, and its folders. What it refuses because of the
	// path is one of package workspace's errors for that.
	Write(path string, data []byte) error
	// Remove deletes a file.
	Remove(path string) error
	// Paths lists the tracked and untracked files that are not ignored.
	Paths(ctx context.Context) ([]string, error)
}

// TestResult is one run of the tests.
type TestResult struct {
	Command  string // what ran, for people
	ExitCode int
	TimedOut bool
	Report   failure.Report // what the output says
}

// Tests runs the project's tests.
type Tests interface {
	// Run runs the named tests, or the whole command if selection is empty. A failing
	// test is no error.
	Run(ctx context.Context, selection []string) (TestResult, error)
}

// Memories searches the shared memory. recall.Recaller implements it.
type Memories interface {
	// Search returns at most k matches for the query, best first; errorType "" does not filter.
	Search(ctx context.Context, query, errorType string, k int) ([]memory.Match, error)
}

// Proposal is what the model wants to be remembered. It becomes a record only
// through verify.
type Proposal struct {
	Description string   `json:"description"`
	ErrorType   string   `json:"error_type"`
	Paths       []string `json:"paths"` // that the edits changed, whatever the model said
	Outcome     string   `json:"outcome"`
}
