package failure

import (
	"fmt"
	"io"
)

// Input is one log or result file.
type Input struct {
	Name string // for error messages
	Job  string // the CI job that it is of; "" if there is only one
	R    io.Reader
}

// Options say how to read. The zero value detects everything.
type Options struct {
	Framework string // read only this framework's output; "" for all
	Root      string // absolute path of the checkout; files inside become relative to it
	Command   string // the command that was run, if known
	ExitCode  *int   // how it ended, if known
	KeepTests bool   // fill Report.Tests
}

// Parse reads the inputs into one Report. Memory is bounded whatever the size of
// the inputs. It returns an error only where an input can't be read, or
// ErrFramework; the report then holds what was read before.
// Output that says nothing of a failure gives a report without failures.
func Parse(inputs []Input, o Options) (Report, error) {
	known, err := choose(o.Framework)
	if err != nil {
		return Report{Schema: SchemaVersion}, err
	}
	m := newMerger(o)
	for _, in := range inputs {
		r := newReading(known, o)
		readErr := r.read(in)
		m.add(in, r)
		if readErr != nil {
			return m.report(), fmt.Errorf("read %q: %w", in.Name, readErr)
		}
	}
	m.wordless()
	return m.report(), nil
}
