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

// Intake says what an import makes of the records that it reads.
type Intake struct {
	Tenant string                    // that they are stored for, whatever tenant they were of
	Clean  func(Record) Record       // takes out what may not be stored; nil leaves them as they are
	ByNow  func(time.Time) time.Time // cuts times that are still to come, which would outlive all others; nil leaves them
}

// Taken counts the lines of an import.
type Taken struct {
	New       int `json:"new"`
	Changed   int `json:"changed"`   // the store had the record, and knows more of it or of its uses now
	Unchanged int `json:"unchanged"` // the store had all of it
	Refused   int `json:"refused"`
}

// Total is how many of the lines are in the store.
func (t Taken) Total() int { return t.New + t.Changed + t.Unchanged }

// Import reads what Export wrote and stores it with trust Imported: nobody here saw it
// proved. Records that are refused are left out, and named by the error, which wraps
// ErrPartly; any other error ends the import, and what was taken until then stays.
func Import(ctx context.Context, s Store, in io.Reader, intake Intake) (taken Taken, err error) {
	var refused []error
	lines := bufio.NewReaderSize(in, 64<<10)
	for at := 1; ; at++ {
		data, err := nextLine(lines)
		if errors.Is(err, io.EOF) {
			break
		}
		count := new(int) // of a line with nothing on it
		if err == nil && len(data) > 0 {
			count, err = intake.line(ctx, s, data, &taken)
		}
		if ctx.Err() != nil {
			return taken, ctx.Err()
		}
		switch {
		case errors.Is(err, ErrInvalid):
			taken.Refused++
			refused = append(refused, fmt.Errorf("line %d: %w", at, err))
		case err != nil:
			return taken, fmt.Errorf("import memory, line %d: %w", at, err)
		default:
			*count++
		}
	}
	if len(refused) > 0 {
		return taken, fmt.Errorf("%w: %w", ErrPartly, errors.Join(refused...))
	}
	return taken, nil
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

// line stores one record, and returns which of taken counts it.
func (i Intake) line(ctx context.Context, s Store, data []byte, taken *Taken) (*int, error) {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	l.Tenant, l.Trust = i.Tenant, Imported
	if err := Validate(l.Record); err != nil { // before anything is made of it
		return nil, err
	}
	i.prepare(&l)
	count, stored, changed := &taken.New, l.Record, true
	var has Counters
	old, err := s.Get(ctx, i.Tenant, l.ID)
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return nil, err
	default: // only then: a store may read many uses to add them up
		count = &taken.Changed
		stored, changed = Merge(old, l.Record)
		if has, err = s.Counters(ctx, i.Tenant, l.ID); err != nil {
			return nil, err
		}
	}
	if changed {
		if err := s.Put(ctx, l.Record); err != nil {
			return nil, err
		}
	}
	counted, err := importUses(ctx, s, stored, l.Counters, has)
	if !changed && !counted {
		count = &taken.Unchanged
	}
	return count, err
}

// prepare makes of a line what may be stored.
func (i Intake) prepare(l *line) {
	if i.Clean != nil {
		l.Record = i.Clean(l.Record)
	}
	if l.Counters == nil {
		l.Counters = &Counters{}
	}
	if i.ByNow != nil {
		l.CreatedAt, l.Counters.LastUsed = i.ByNow(l.CreatedAt), i.ByNow(l.Counters.LastUsed)
	}
}

// importUses brings the counters of a copy from has up to those that came with it, however
// often it is imported, and reports whether that took anything. A record that is better
// founded keeps to what its own runs counted.
func importUses(ctx context.Context, s Store, stored Record, came *Counters, has Counters) (bool, error) {
	delta := came.beyond(has)
	if stored.Trust != Imported || delta == (Counters{}) {
		return false, nil
	}
	// The name tells additions of as much apart that go on from different sums.
	run := fmt.Sprint(importRun, has.everywhere().sum())
	return true, s.Add(ctx, Use{Tenant: stored.Tenant, ID: stored.ID, Run: run, Delta: delta})
}

// beyond is what has lacks to be c, here and elsewhere together. What is counted by the
// day belongs to no record.
func (c Counters) beyond(has Counters) Counters {
	d := c.everywhere().with(has.everywhere(), func(want, have int) int { return max(0, want-have) })
	delta := Counters{Recalled: d.Recalled, Replayed: d.Replayed, Held: d.Held, Failed: d.Failed, Merged: d.Merged, Rejected: d.Rejected}
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
