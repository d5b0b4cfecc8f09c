package joblog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bounded passes the first bytes of a stream through, keeps the last ones, and
// leaves out what lies between, with a line that says how much.
type Bounded struct {
	r    io.Reader
	head int64 // still to be passed through
	tail ring
	rest io.Reader // mark and tail, once the stream ended
}

// Bound returns a reader of r that yields at most head+tail bytes of it and one
// line more. Memory use is tail bytes.
func Bound(r io.Reader, head, tail int64) *Bounded {
	return &Bounded{r: r, head: head, tail: ring{size: int(tail)}}
}

// Cut returns how many bytes were left out; it is final once Read returned io.EOF.
func (b *Bounded) Cut() int64 { return b.tail.dropped }

// Read implements io.Reader.
func (b *Bounded) Read(p []byte) (int, error) {
	if b.rest != nil {
		return b.rest.Read(p)
	}
	if b.head > 0 {
		n, err := b.r.Read(p[:min(int64(len(p)), b.head)])
		b.head -= int64(n)
		return n, err
	}
	if err := b.tail.fill(b.r); err != nil {
		return 0, err
	}
	b.rest = io.MultiReader(b.mark(), bytes.NewReader(b.tail.ordered()))
	return b.rest.Read(p)
}

func (b *Bounded) mark() io.Reader {
	if b.tail.dropped == 0 {
		return bytes.NewReader(nil)
	}
	return bytes.NewReader(fmt.Appendf(nil, "\n[%d bytes of the log are left out here]\n", b.tail.dropped))
}

// ring keeps the last size bytes that were put into it.
type ring struct {
	size    int
	buf     []byte // grows up to size
	next    int    // where the oldest byte is, once buf is full
	dropped int64
}

// fill reads r to its end.
func (g *ring) fill(r io.Reader) error {
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		g.put(chunk[:n])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (g *ring) put(p []byte) {
	if over := len(p) - g.size; over > 0 {
		g.dropped += int64(over)
		p = p[over:]
	}
	if room := g.size - len(g.buf); room > 0 {
		n := min(room, len(p))
		g.buf = append(g.buf, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(g.buf[g.next:], p)
		g.next = (g.next + n) % g.size
		g.dropped += int64(n)
		p = p[n:]
	}
}

func (g *ring) ordered() []byte {
	return append(append(make([]byte, 0, len(g.buf)), g.buf[g.next:]...), g.buf[:g.next]...)
}
