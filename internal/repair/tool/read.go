package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// maxReadLines bounds what one read_file answers without a range.
const maxReadLines = 250

func (b *Box) readFile(_ context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Path  string `json:"path"`
		Start *int   `json:"start_line"`
		End   *int   `json:"end_line"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	path, bad := cleanPath(a.Path)
	if bad != "" {
		return refuse("%s", bad), nil
	}
	if holdsSecrets(path) {
		return refuse("%q usually holds credentials and is not shown.", path), nil
	}
	data, err := b.cfg.Files.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse("there is no file %q.", path), nil
	case err != nil:
		return refuse("%q cannot be read: %v", path, err), nil
	case bytes.IndexByte(data, 0) >= 0:
		return refuse("%q is binary (%d bytes).", path, len(data)), nil
	}
	return b.excerpt(path, string(data), a.Start, a.End), nil
}

// excerpt shows whole lines of a file, as many as the allowance holds.
func (b *Box) excerpt(path, text string, start, end *int) Result {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	first, last := 1, len(all)
	if start != nil {
		first = max(1, *start)
	}
	if end != nil {
		last = min(last, *end)
	}
	if first > len(all) || last < first {
		return refuse("%q has %d lines; lines %d-%d are not there.", path, len(all), first, last)
	}
	last = min(last, first+maxReadLines-1)
	size, stop := 0, first
	for ; stop <= last; stop++ {
		size += len(all[stop-1]) + 8
		if size > b.allowance-200 && stop > first {
			break
		}
	}
	stop--
	// Cleaned before it is numbered: a secret of several lines must be seen as one.
	window := strings.Split(b.cfg.Clean(strings.Join(all[first-1:stop], "\n")), "\n")
	out := fmt.Sprintf("%s, lines %d-%d of %d\n%s", b.cfg.Clean(path), first, stop, len(all), numbered(window, first))
	if stop < len(all) && (end == nil || *end > stop) {
		out += fmt.Sprintf("[cut here: go on with start_line %d]\n", stop+1)
	}
	return Result{Output: out, ready: true}
}
