package failure

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON writes the report with null where the log does not say.
func (r Report) MarshalJSON() ([]byte, error) {
	type plain Report
	return encode(struct {
		plain
		Framework *string   `json:"framework"`
		Command   *string   `json:"command"`
		Tail      *string   `json:"tail"`
		Cut       *string   `json:"cut"`
		Names     []string  `json:"frameworks"`
		List      []Failure `json:"failures"`
	}{plain(r), orNull(r.Framework), orNull(r.Command), orNull(r.Tail), orNull(r.Cut), append([]string{}, r.Frameworks...), append([]Failure{}, r.Failures...)})
}

// MarshalJSON writes the failure with null where the log does not say.
func (f Failure) MarshalJSON() ([]byte, error) {
	type plain Failure
	return encode(struct {
		plain
		Framework *string `json:"framework"`
		Job       *string `json:"job"`
		Package   *string `json:"package"`
		Test      *string `json:"test"`
		File      *string `json:"file"`
		Line      *int    `json:"line"`
		ErrorType *string `json:"error_type"`
		Message   *string `json:"message"`
		Output    *string `json:"output"`
		Attempts  *int    `json:"attempts"`
		List      []Frame `json:"frames"`
	}{
		plain(f), orNull(f.Framework), orNull(f.Job), orNull(f.Package), orNull(f.Test), orNull(f.File), orNull(f.Line),
		orNull(f.ErrorType), orNull(f.Message), orNull(f.Output), orNull(f.Attempts), append([]Frame{}, f.Frames...),
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

// encode is json.Marshal without escapes for HTML. Who encodes what holds this value
// decides on those.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
