package failure

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON writes the report with null where the log does not say.
func (r Report) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Schema     int          `json:"schema"`
		Framework  *string      `json:"framework"`
		Frameworks []string     `json:"frameworks"`
		Command    *string      `json:"command"`
		Systems    []string     `json:"systems,omitempty"`
		ExitCode   *int         `json:"exit_code"`
		Counts     Counts       `json:"counts"`
		NoTests    bool         `json:"no_tests,omitempty"`
		Failures   []Failure    `json:"failures"`
		Infra      []Failure    `json:"infra,omitempty"`
		Tests      []TestResult `json:"tests,omitempty"`
		Tail       *string      `json:"tail"`
		Truncated  bool         `json:"truncated"`
		Cut        *string      `json:"cut"`
	}{
		r.Schema, orNull(r.Framework), orEmpty(r.Frameworks), orNull(r.Command), r.Systems, r.ExitCode, r.Counts, r.NoTests, orEmpty(r.Failures), r.Infra, r.Tests,
		orNull(r.Tail), r.Truncated, orNull(r.Cut),
	})
}

// MarshalJSON writes the failure with null where the log does not say.
func (f Failure) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Kind      Kind      `json:"kind"`
		Framework *string   `json:"framework"`
		Job       *string   `json:"job"`
		Package   *string   `json:"package"`
		Test      *string   `json:"test"`
		File      *string   `json:"file"`
		Line      *int      `json:"line"`
		ErrorType *string   `json:"error_type"`
		Message   *string   `json:"message"`
		Output    *string   `json:"output"`
		Attempts  *int      `json:"attempts"`
		Flaky     bool      `json:"flaky"`
		Frames    []Frame   `json:"frames"`
		Signature Signature `json:"signature"`
	}{
		f.Kind, orNull(f.Framework), orNull(f.Job), orNull(f.Package), orNull(f.Test), orNull(f.File), orNull(f.Line), orNull(f.ErrorType),
		orNull(f.Message), orNull(f.Output), orNull(f.Attempts), f.Flaky, orEmpty(f.Frames), f.Signature,
	})
}

// MarshalJSON writes the frame with null where the log does not say.
func (f Frame) MarshalJSON() ([]byte, error) {
	return encode(struct {
		File *string `json:"file"`
		Line *int    `json:"line"`
		Func *string `json:"func"`
	}{orNull(f.File), orNull(f.Line), orNull(f.Func)})
}

// orNull returns nil, which is written as null, for a zero value. Reading needs no
// counterpart: null leaves a field as it is.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// orEmpty returns a list that is written as [] where there is none.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// encode is json.Marshal without escapes for HTML. Who encodes what holds this value
// decides on those.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
