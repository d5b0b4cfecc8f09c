package failure

// SchemaVersion is the version of the Report's JSON form.
const SchemaVersion = 1

// Kind is the sort of a failure.
type Kind string

// The kinds of failure. Infra failures are those that no patch can mend.
const (
	KindTest    Kind = "test"
	KindBuild   Kind = "build"
	KindPanic   Kind = "panic"
	KindTimeout Kind = "timeout"
	KindRace    Kind = "race"
	KindLint    Kind = "lint"
	KindInfra   Kind = "infra"
	KindUnknown Kind = "unknown"
)

// Report is what a test run's output says. Fields are zero where the output does
// not say; they are null in JSON.
type Report struct {
	Schema     int          `json:"schema"`
	Framework  string       `json:"framework"`         // of the first failure, else of the run; "" if none was recognised
	Frameworks []string     `json:"frameworks"`        // every framework seen, in order of appearance
	Command    string       `json:"command"`           // the command that failed, if known
	Systems    []string     `json:"systems,omitempty"` // machines that the logs are from, such as windows-2022; not all logs say
	Step       Step         `json:"-"`                 // the step that ran it, as the job log shows it
	ExitCode   *int         `json:"exit_code"`
	Counts     Counts       `json:"counts"`
	NoTests    bool         `json:"no_tests,omitempty"` // test tools ran, and said that there was no test to run
	Failures   []Failure    `json:"failures"`
	Infra      []Failure    `json:"infra,omitempty"` // faults of the machinery, where nothing in the project failed; their error_type is one of the classes network, disk ...
	Tests      []TestResult `json:"tests,omitempty"` // a result per test, where the output has them
	Tail       string       `json:"tail"`            // the last lines of the output
	Truncated  bool         `json:"truncated"`       // the output was larger than what was kept
	Cut        string       `json:"cut"`             // in words, what was cut; "" if nothing
}

// Step is a step of a job as the runner shows it before it runs it. The runner does
// not show its working directory.
type Step struct {
	Script string   // its lines; "" if the log does not show them
	Cut    bool     // Script is only the beginning
	Shell  string   // such as "/usr/bin/bash -e {0}"
	Env    []string // names of the variables that the workflow and earlier steps set
}

// InfraOnly reports whether the machinery failed and nothing in the project did, so
// that no patch can mend it.
func (r Report) InfraOnly() bool { return len(r.Failures) == 0 && len(r.Infra) > 0 }

// Counts are the totals of a run; nil where the output does not say.
type Counts struct {
	Passed  *int `json:"passed"`
	Failed  *int `json:"failed"`
	Skipped *int `json:"skipped"`
}

// Status is the result of one test case.
type Status string

// The results of a test case.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// TestResult is the result of one test case. Package and Test together identify it
// within a run. Cached marks a result that the tool did not produce now.
type TestResult struct {
	Package string `json:"package,omitempty"`
	Test    string `json:"test"`
	Status  Status `json:"status"`
	Cached  bool   `json:"cached,omitempty"`
	Flaky   bool   `json:"flaky,omitempty"` // it failed before it passed
}

// Failure is one failed leaf test, or one error of a compiler or linter.
type Failure struct {
	Kind      Kind      `json:"kind"`
	Framework string    `json:"framework"` // the tool that printed it, such as gotest, pytest, jest
	Job       string    `json:"job"`       // the CI job, where several logs were read
	Package   string    `json:"package"`   // import path, module, crate or class prefix
	Test      string    `json:"test"`      // the name by which the framework reruns it
	File      string    `json:"file"`      // slash-separated; relative to the checkout if it lies inside
	Line      int       `json:"line"`      // 1-based; 0 if unknown
	ErrorType string    `json:"error_type"`
	Message   string    `json:"message"`
	Output    string    `json:"output"`
	Attempts  int       `json:"attempts"` // how often the test ran; 0 if unknown
	Flaky     bool      `json:"flaky"`    // it failed and passed within the run
	Frames    []Frame   `json:"frames"`
	Signature Signature `json:"signature"`
}

// Frame is one stack frame, innermost first.
type Frame struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Func string `json:"func"`
}

// Signature identifies a failure across runs, at two strengths. Both hashes are
// prefixed with the version of the algorithm, "v1:", and hold 32 hex digits.
// Exact is equal for the same failure with other noise (times, addresses, paths,
// line numbers); Template is equal for the same error shape in another test or
// with other values. Text is the normalised symptom that is embedded and indexed.
type Signature struct {
	Exact    string `json:"exact"`
	Template string `json:"template"`
	Text     string `json:"text"`
}
