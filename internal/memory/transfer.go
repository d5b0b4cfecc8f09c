package memory

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// pageSize is how many records are listed at a time where all are wanted.
const pageSize = 100

// Each calls use with every record of the tenant, newest first, until one fails.
func Each(ctx context.Context, s Reader, tenant string, use func(Record) error) error {
	cursor := ""
	for {
		page, err := s.List(ctx, tenant, cursor, pageSize)
		if err != nil {
			return err
		}
		for _, r := range page.Records {
			if err := use(r); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		cursor = page.Next
	}
}

// Export writes the tenant's records to w, one JSON object a line, and returns how many.
// Counters stay behind: they tell of the runs of this store.
func Export(ctx context.Context, s Reader, tenant string, w io.Writer) (int, error) {
	n := 0
	encoder := json.NewEncoder(w)
	err := Each(ctx, s, tenant, func(r Record) error {
		n++
		return encoder.Encode(r)
	})
	if err != nil {
		return n, fmt.Errorf("export memory: %w", err)
	}
	return n, nil
}

// maxLine bounds one record of an import; it is far above what Validate lets through.
const maxLine = 4 << 20

// ErrPartly says that an import took some of the lines only.
var ErrPartly = errors.New("some records were not imported")

// Import reads what Export wrote and stores it for tenant, whatever tenant it was of,
// with trust Imported: nobody here saw it proved. Records that are refused are left
// out, and named by the error, which wraps ErrPartly; n counts the others.
func Import(ctx context.Context, s Writer, tenant string, in io.Reader) (n int, err error) {
	var refused []error
	lines := bufio.NewReaderSize(in, 64<<10)
	for at := 1; ; at++ {
		line, err := nextLine(lines)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && len(line) > 0 {
			err = importLine(ctx, s, tenant, line)
		}
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		switch {
		case errors.Is(err, ErrInvalid):
			refused = append(refused, fmt.Errorf("line %d: %w", at, err))
		case err != nil:
			return n, fmt.Errorf("import memory, line %d: %w", at, err)
		case len(line) > 0:
			n++
		}
	}
	if len(refused) > 0 {
		return n, fmt.Errorf("%w: %w", ErrPartly, errors.Join(refused...))
	}
	return n, nil
}

// nextLine returns a line without its end, io.EOF after the last. One that is longer
// than any record is read past, and its error wraps ErrInvalid: those behind it count.
func nextLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		if size += len(part); size <= maxLine {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || size == 0):
			return nil, err
		case size > maxLine:
			return nil, fmt.Errorf("%w: %d bytes long, at most %d are read", ErrInvalid, size, maxLine)
		}
		return bytes.TrimSpace(line), nil
	}
}

func importLine(ctx context.Context, s Writer, tenant string, line []byte) error {
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	r.Tenant, r.Trust = tenant, Imported
	return s.Put(ctx, r)
}

// Retention says what Prune keeps. A zero field keeps everything.
type Retention struct {
	Keep   int           // at most this many records, the newest
	MaxAge time.Duration // none that was made, and last used, longer ago
}

// Prune deletes what the retention does not keep of the tenant's records, and of no
// other's, and returns how many that were. What was used within MaxAge stays, however
// old it is.
func Prune(ctx context.Context, s Store, tenant string, r Retention, now time.Time) (int, error) {
	var doomed []string
	kept := 0
	err := Each(ctx, s, tenant, func(x Record) error {
		old, err := r.tooOld(ctx, s, x, now)
		if err != nil {
			return err
		}
		if old || r.Keep > 0 && kept >= r.Keep {
			doomed = append(doomed, x.ID)
			return nil
		}
		kept++
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("prune memory: %w", err)
	}
	for n, id := range doomed {
		if _, err := s.Delete(ctx, Selector{Tenant: tenant, ID: id}); err != nil {
			return n, fmt.Errorf("prune memory: %w", err)
		}
	}
	return len(doomed), nil
}

func (r Retention) tooOld(ctx context.Context, s Reader, x Record, now time.Time) (bool, error) {
	if r.MaxAge <= 0 || now.Sub(x.CreatedAt) <= r.MaxAge {
		return false, nil
	}
	c, err := s.Counters(ctx, x.Tenant, x.ID)
	return now.Sub(c.LastUsed) > r.MaxAge, err
}
