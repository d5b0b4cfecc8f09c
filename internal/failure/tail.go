package failure

import "strings"

// Limits of the tail: what a person looks at first when a log says nothing else.
const (
	tailLines    = 60
	tailLineSize = 500
)

// tail is a ring of the last lines of an input.
type tail struct {
	ring [tailLines][]byte
	n    int
}

func (t *tail) add(line []byte) {
	if len(line) > tailLineSize {
		line = line[:tailLineSize]
	}
	slot := &t.ring[t.n%tailLines]
	*slot = append((*slot)[:0], line...)
	t.n++
}

// last returns up to n lines before the last one; none if n is not positive.
func (t *tail) last(n int) []string {
	var lines []string
	for i := max(0, t.n-1-max(0, min(n, tailLines-1))); i < t.n-1; i++ {
		lines = append(lines, strings.ToValidUTF8(string(t.ring[i%tailLines]), "\uFFFD"))
	}
	return lines
}

func (t *tail) text() string {
	var b strings.Builder
	for i := max(0, t.n-tailLines); i < t.n; i++ {
		b.Write(t.ring[i%tailLines])
		b.WriteByte('\n')
	}
	return strings.ToValidUTF8(strings.TrimSpace(b.String()), "\uFFFD")
}
