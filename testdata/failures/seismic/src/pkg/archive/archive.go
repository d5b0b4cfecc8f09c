// Package archive writes waveforms to disk.
package archive

import (
	"io"
)

// Save writes the blocks, the last error of which it returns.
func Save(w io.Writer, blocks ...[]byte) error {
	var err error
	for _, b := range blocks {
		if _, err := w.Write(b); err != nil {
			break
		}
	}
	return err
}
