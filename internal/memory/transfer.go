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

// line is a record in an export, with what its uses add up to; nil where it has none.
type line struct {
	Record
	Counters *Counters `json:"counters,omitempty"`
}

// Export writes the tenant's records to w, one JSON object a line, and returns how many.
func Export(ctx context.Context, s Reader, tenant string, w io.Writer) (int, error) {
	n := 0
	encoder := json.NewEncoder(w)
	err := Each(ctx, s, tenant, func(r Record) error {
		c, err := s.Counters(ctx, tenant, r.ID)
		if err != nil {
			return err
		}
		n++
		l := line{Record: r}
		if c != (Counters{}) {
			l.Counters = &c
		}
		return encoder.Encode(l)
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
func Import(ctx context.Context, s Store, tenant string, in io.Reader) (n int, err error) {
	var refused []error
	lines := bufio.NewReaderSize(in, 64<<10)
	for at := 1; ; at++ {
		data, err := nextLine(lines)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && len(data) > 0 {
			err = importLine(ctx, s, tenant, data)
		}
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		switch {
		case errors.Is(err, ErrInvalid):
			refused = append(refused, fmt.Errorf("line %d: %w", at, err))
		case err != nil:
			return n, fmt.Errorf("import memory, line %d: %w", at, err)
		case len(data) > 0:
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

func importLine(ctx context.Context, s Store, tenant string, data []byte) error {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	l.Tenant, l.Trust = tenant, Imported
	if l.Counters == nil {
		return s.Put(ctx, l.Record)
	}
	_, err := s.Get(ctx, tenant, l.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	var has Counters
	if err == nil { // only then: a store may read many uses to add them up
		if has, err = s.Counters(ctx, tenant, l.ID); err != nil {
			return err
		}
	}
	if err := s.Put(ctx, l.Record); err != nil {
		return err
	}
	return importUses(ctx, s, l, has)
}

// importUses brings the counters of a copy from has up to those that came with it, however
// often it is imported. A record that is better founded keeps to what its own runs counted.
func importUses(ctx context.Context, s Store, l line, has Counters) error {
	stored, err := s.Get(ctx, l.Tenant, l.ID)
	if err != nil || stored.Trust != Imported {
		return err
	}
	delta := l.Counters.beyond(has)
	if delta == (Counters{}) {
		return nil
	}
	// The name tells additions of as much apart that go on from different sums.
	run := fmt.Sprintf("import on top of %d", has.Recalled+has.Replayed+has.Held+has.Failed+has.Merged+has.Rejected)
	return s.Add(ctx, Use{Tenant: l.Tenant, ID: l.ID, Run: run, Delta: delta})
}

// maxCount bounds a counter of an import, so that no sum runs over.
const maxCount = 1 << 30

// beyond is what has lacks to be c. What is counted by the day belongs to no record.
func (c Counters) beyond(has Counters) Counters {
	more := func(want, have int) int { return max(0, min(want, maxCount)-have) }
	delta := Counters{Recalled: more(c.Recalled, has.Recalled), Replayed: more(c.Replayed, has.Replayed), Held: more(c.Held, has.Held),
		Failed: more(c.Failed, has.Failed), Merged: more(c.Merged, has.Merged), Rejected: more(c.Rejected, has.Rejected)}
	if c.LastUsed.After(has.LastUsed) {
		delta.LastUsed = c.LastUsed
	}
	return delta
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
