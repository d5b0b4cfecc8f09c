package spend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// DefaultWindow is the time over which the total cost is summed.
const DefaultWindow = 30 * 24 * time.Hour

// Book holds what runs paid, this one and others. It is not safe for concurrent use.
type Book interface {
	// Append enters one request that was or may have been billed.
	Append(ctx context.Context, e Entry) error
	// Spent is the sum in dollars over the book's window, of all the runs that it knows.
	Spent(ctx context.Context) (float64, error)
}

// Books enters into each of them. What was spent is the largest of their sums: a run
// may be in one of them and not in another, and most are in all.
type Books []Book

// Append implements Book.
func (bs Books) Append(ctx context.Context, e Entry) error {
	var errs []error
	for _, b := range bs {
		errs = append(errs, b.Append(ctx, e))
	}
	return errors.Join(errs...)
}

// Spent implements Book. It fails if one of them does.
func (bs Books) Spent(ctx context.Context) (float64, error) {
	most := 0.0
	for _, b := range bs {
		sum, err := b.Spent(ctx)
		if err != nil {
			return 0, err
		}
		most = max(most, sum)
	}
	return most, nil
}

// Entry is one line of the ledger: one request that was or may have been billed.
type Entry struct {
	Time       time.Time `json:"time"`
	Run        string    `json:"run"`
	Model      string    `json:"model"`
	Input      int       `json:"input_tokens"`
	Cached     int       `json:"cached_tokens"`
	CacheWrite int       `json:"cache_write_tokens"`
	Output     int       `json:"output_tokens"`
	CostUSD    float64   `json:"cost_usd"`
	PriceKnown bool      `json:"price_known"`
	Uncertain  bool      `json:"uncertain,omitempty"` // a failed request, at its worst case
	RunUSD     float64   `json:"run_usd"`             // running total of this run
}

// Ledger is a file of Entries, one JSON line a request, shared by all runs of a
// machine. Lines are appended whole, so that runs at the same time lose none. A request
// is entered when it has been answered: runs at the same time may overstep a total by
// one request each.
type Ledger struct {
	path   string
	window time.Duration
	now    func() time.Time
	offset int64 // what was read of the file
	seen   []Entry
}

// NewLedger opens the ledger at path, which need not exist. A window of 0 is DefaultWindow.
func NewLedger(path string, window time.Duration, now func() time.Time) *Ledger {
	if window <= 0 {
		window = DefaultWindow
	}
	return &Ledger{path: path, window: window, now: now}
}

// Append implements Book.
func (l *Ledger) Append(_ context.Context, e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode ledger entry: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("make ledger folder: %w", err)
	}
	f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("open ledger: %w", err)
	}
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(append(line, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

// torn reports whether the file ends inside a line, which a killed run left; the
// next line must not be glued to it.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = f.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// Spent implements Book. Lines that cannot be read are passed over: a torn line of a
// killed run must not stop all later ones.
func (l *Ledger) Spent(context.Context) (float64, error) {
	if err := l.read(); err != nil {
		return 0, fmt.Errorf("read ledger: %w", err)
	}
	since, sum := l.now().Add(-l.window), 0.0
	for _, e := range l.seen {
		if e.Time.After(since) {
			sum += e.CostUSD
		}
	}
	return sum, nil
}

// read takes in the whole lines that were appended since the last time.
func (l *Ledger) read() error {
	f, err := os.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(l.offset, io.SeekStart); err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	l.offset += int64(end)
	for line := range bytes.Lines(data[:end]) {
		var e Entry
		if json.Unmarshal(line, &e) == nil {
			l.seen = append(l.seen, e)
		}
	}
	return nil
}
