// Package miniseed reads records of waveforms.
package miniseed

import (
	"fmt"
)

// FormatError says where a record is broken.
type FormatError struct {
	Offset int
	Reason string
}

func (e *FormatError) Error() string {
	if e == nil {
		return "no format error"
	}
	return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason)
}

func header(record []byte) *FormatError {
	if len(record) < 8 {
		return &FormatError{len(record), "short header"}
	}
	return nil
}

// Validate looks at the header of a record.
func Validate(record []byte) error {
	return header(record)
}
