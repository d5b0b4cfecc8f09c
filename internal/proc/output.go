package proc

import (
	"fmt"
	"io"
	"sync"
)

// recorder keeps the first and the last bytes of a stream within a cap, and
// copies all of it to a tee. It never fails, so a child never sees a broken pipe
// for the reason that its log is long.
type recorder struct {
	mu      sync.Mutex
	tee     io.Writer
	headCap int
	tailCap int
	head    []byte
	tail    []byte // ring, full once len == tailCap
	next    int    // where the ring is written next
	total   int64
}

// newRecorder splits the cap into a third for the head, where builds report
// their first error, and the rest for the tail, where runners report failures.
func newRecorder(limit int64, tee io.Writer) *recorder {
	head := int(limit / 3)
	return &recorder{tee: tee, headCap: head, tailCap: int(limit) - head}
}

// Write implements io.Writer; it always takes all of p.
func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total += int64(len(p))
	if r.tee != nil {
		if _, err := r.tee.Write(p); err != nil {
			r.tee = nil // a full disk at the reader must not stop the child
		}
	}
	rest := p
	if room := r.headCap - len(r.head); room > 0 {
		n := min(room, len(rest))
		r.head = append(r.head, rest[:n]...)
		rest = rest[n:]
	}
	r.keepTail(rest)
	return len(p), nil
}

func (r *recorder) keepTail(p []byte) {
	if len(p) > r.tailCap {
		p = p[len(p)-r.tailCap:]
	}
	if room := r.tailCap - len(r.tail); room > 0 {
		n := min(room, len(p))
		r.tail = append(r.tail, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(r.tail[r.next:], p)
		p = p[n:]
		r.next = (r.next + n) % r.tailCap
	}
}

// bytes returns what was kept and whether anything was left out.
func (r *recorder) bytes() ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.total - int64(len(r.head)) - int64(len(r.tail))
	out := append(make([]byte, 0, len(r.head)+len(r.tail)+64), r.head...)
	if left > 0 {
		out = fmt.Appendf(out, "\n[... %d bytes left out ...]\n", left)
	}
	out = append(out, r.tail[r.next:]...)
	out = append(out, r.tail[:r.next]...)
	return out, left > 0
}
