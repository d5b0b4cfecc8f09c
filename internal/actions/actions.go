// Package actions talks to the GitHub Actions runner: inputs, masks, outputs, the
// job summary, annotations, and a log in which nobody else's words are commands.
package actions

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/scrub"
)

const (
	// InputsEnv has all inputs as one JSON object: a composite action gets none of
	// them from the runner by itself.
	InputsEnv = "REGREEN_INPUTS"
	// RunnerTokenEnv has the runner's own token, by which github-token is known to be it.
	RunnerTokenEnv = "REGREEN_RUNNER_TOKEN"
	// maxSummary is the most bytes of a step's summary that the runner uploads.
	maxSummary = 1 << 20
	// maxAnnotations is how many of a level the runner shows for a step.
	maxAnnotations = 10
)

// Runner is the Actions runner that this process runs in.
type Runner struct {
	action *githubactions.Action
	getenv func(string) string
	random io.Reader
	shown  map[string]int // annotations so far, by level
}

// Active reports whether the process runs in a workflow.
func Active(getenv func(string) string) bool { return getenv("GITHUB_ACTIONS") == "true" }

// New makes a Runner that prints commands to w, which is standard output in a workflow.
func New(w io.Writer, getenv func(string) string) *Runner {
	return &Runner{action: githubactions.New(githubactions.WithWriter(w), githubactions.WithGetenv(getenv)),
		getenv: getenv, random: rand.Reader, shown: map[string]int{}}
}

// guard turns the SDK's panics into errors.
func guard(operation string, do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("%s: %w", operation, r)
		default:
			err = fmt.Errorf("%s: %v", operation, r)
		}
	}()
	do()
	return nil
}

// Inputs masks the secrets among the inputs, the first thing that is done, and
// returns all inputs that have a value, without the blanks around it.
func (r *Runner) Inputs() (map[string]string, error) {
	text := r.getenv(InputsEnv)
	if text == "" {
		return nil, fmt.Errorf("read the inputs: %s is not set", InputsEnv)
	}
	var raw map[string]string
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return nil, errors.New("read the inputs: " + InputsEnv + " is not an object of strings") // the text holds secrets
	}
	values := map[string]string{}
	for name, v := range raw {
		if v = strings.TrimSpace(v); v != "" {
			values[name] = v
		}
	}
	return values, r.Mask(Secrets(values)...)
}

// Secrets returns the values of the secret inputs, in the order of Inputs.
func Secrets(values map[string]string) []string {
	var secrets []string
	for _, in := range Inputs() {
		if in.Kind == Secret && values[in.Name] != "" {
			secrets = append(secrets, values[in.Name])
		}
	}
	return secrets
}

// Configuration returns the effective values of the inputs for the summary, each as
// "name: value", without those that have none; of a secret only whether it is set.
func Configuration(values map[string]string) []string {
	var lines []string
	for _, in := range Inputs() {
		v := values[in.Name]
		switch {
		case in.Kind == Secret && v != "":
			v = "(set)"
		case in.Kind == Secret:
			v = "(not set)"
		case v == "":
			v = in.Default
		}
		if v != "" {
			lines = append(lines, in.Name+": "+scrub.Line(v, 200))
		}
	}
	return lines
}

// Mask hides the values in the log from here on, line by line as the runner does.
func (r *Runner) Mask(secrets ...string) error {
	return guard("mask the secrets", func() {
		for _, s := range secrets {
			for _, line := range strings.Split(s, "\n") {
				if line = strings.TrimSpace(line); line != "" {
					r.action.AddMask(line)
				}
			}
		}
	})
}

// SetOutputs sets the outputs. Each value stands between marks that are new each
// time, so that no value can end its own and forge another.
func (r *Runner) SetOutputs(values map[string]string) error {
	if r.getenv("GITHUB_OUTPUT") == "" {
		return errors.New("set the outputs: GITHUB_OUTPUT is not set")
	}
	var b strings.Builder
	for _, name := range sortedKeys(values) {
		mark, err := r.mark(values[name])
		if err != nil {
			return fmt.Errorf("set the outputs: %w", err)
		}
		fmt.Fprintf(&b, "%s<<%s\n%s\n%s\n", name, mark, values[name], mark)
	}
	return guard("set the outputs", func() {
		r.action.IssueFileCommand(&githubactions.Command{Name: "output", Message: strings.TrimSuffix(b.String(), "\n")})
	})
}

func (r *Runner) mark(value string) (string, error) {
	for {
		raw := make([]byte, 16)
		if _, err := io.ReadFull(r.random, raw); err != nil {
			return "", fmt.Errorf("make a random mark: %w", err)
		}
		if mark := "regreen_" + hex.EncodeToString(raw); !strings.Contains(value, mark) {
			return mark, nil
		}
	}
}

// Summary adds Markdown to the job's summary. What exceeds the runner's limit is cut.
func (r *Runner) Summary(markdown string) error {
	if r.getenv("GITHUB_STEP_SUMMARY") == "" {
		return nil // some runners, such as old enterprise ones, have none
	}
	if len(markdown) > maxSummary-1024 {
		markdown = strings.ToValidUTF8(markdown[:maxSummary-1024], "") + "\n\n_(cut)_\n"
	}
	return guard("write the job summary", func() { r.action.AddStepSummary(markdown) })
}

// The levels of an annotation.
const (
	Notice  = "notice"
	Warning = "warning"
	Error   = "error"
)

// Annotation is a remark on a line of a file.
type Annotation struct {
	Level string // Notice, Warning or Error
	File  string // relative to the checkout; "" for none
	Line  int    // from 1; 0 for none
	Title string
	Text  string
}

// Annotate shows a remark. The runner shows ten of each level for a step; more are
// left out here.
func (r *Runner) Annotate(a Annotation) error {
	if r.shown[a.Level] >= maxAnnotations {
		return nil
	}
	r.shown[a.Level]++
	p := githubactions.CommandProperties{}
	if a.Title != "" {
		p["title"] = scrub.Line(a.Title, 200)
	}
	if a.File != "" {
		p["file"] = scrub.Line(a.File, 0)
	}
	if a.Line > 0 {
		p["line"] = fmt.Sprint(a.Line)
	}
	return guard("annotate", func() {
		r.action.IssueCommand(&githubactions.Command{Name: a.Level, Message: scrub.Text(a.Text), Properties: p})
	})
}

// Payload reads the event's payload; nil if there is none.
func Payload(getenv func(string) string) ([]byte, error) {
	path := getenv("GITHUB_EVENT_PATH")
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the event: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(f, event.MaxPayload+1))
	if err != nil {
		return nil, fmt.Errorf("read the event: %w", err)
	}
	return data, nil
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
