package format

import (
	"strings"
	"unicode/utf8"
)

// Limits of a Block: what a model or a person reads of one failure. A stack of a
// hundred frames and a diff of a screen fit, and a thousand blocks stay under 20 MB.
const (
	blockHead      = 120 // lines
	blockTail      = 80
	blockHeadBytes = 12 << 10
	blockTailBytes = 4 << 10
	blockLine      = 2000 // bytes of one line
)

// Block keeps the beginning and the end of a text that may be endless.
type Block struct {
	head, tail []string
	headSize   int
	tailSize   int
	dropped    int
}

// Add adds a line. A long one is cut in its middle.
func (b *Block) Add(line string) {
	line = Shorten(line, blockLine)
	if len(b.tail) == 0 && len(b.head) < blockHead && b.headSize+len(line) <= blockHeadBytes {
		// A substring would keep all of the line that it was cut from.
		b.head = append(b.head, strings.Clone(line))
		b.headSize += len(line)
		return
	}
	b.tail = append(b.tail, strings.Clone(line))
	b.tailSize += len(line)
	if len(b.tail) >= 2*blockTail || b.tailSize >= 2*blockTailBytes {
		b.trim()
	}
}

// trim drops what of the tail is beyond the limits.
func (b *Block) trim() {
	drop := max(0, len(b.tail)-blockTail)
	size := 0
	for _, l := range b.tail[drop:] {
		size += len(l)
	}
	for size > blockTailBytes && drop < len(b.tail)-1 {
		size -= len(b.tail[drop])
		drop++
	}
	b.tail = append(b.tail[:0], b.tail[drop:]...)
	b.tailSize, b.dropped = size, b.dropped+drop
}

// Empty reports whether nothing was added.
func (b *Block) Empty() bool { return len(b.head) == 0 }

// Len returns the number of lines that are kept.
func (b *Block) Len() int { return len(b.head) + len(b.tail) }

// Reset empties the block.
func (b *Block) Reset() { *b = Block{} }

// Lines returns the lines that are kept; a line in brackets stands for those that
// are not.
func (b *Block) Lines() []string {
	kept := Block{tail: append([]string{}, b.tail...), tailSize: b.tailSize, dropped: b.dropped}
	kept.trim()
	lines := append([]string{}, b.head...)
	if kept.dropped > 0 {
		lines = append(lines, "[... "+Itoa(kept.dropped)+" lines left out ...]")
	}
	return append(lines, kept.tail...)
}

// Text returns the lines without empty ones at either end, and without the
// indentation that all of them share.
func (b *Block) Text() string { return Join(b.Lines()) }

// Join joins lines without empty ones at either end, and without the indentation
// that all of them share.
func Join(lines []string) string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(Dedent(lines), "\n")
}

// Dedent returns the lines without the indentation that all of them share and
// without blanks at their ends.
func Dedent(lines []string) []string {
	shared := -1
	for _, l := range lines {
		if t := strings.TrimLeft(l, " \t"); t != "" && (shared < 0 || len(l)-len(t) < shared) {
			shared = len(l) - len(t)
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimRight(l[min(max(shared, 0), len(l)):], " \t\r")
	}
	return out
}

// Shorten cuts s to about n bytes, in its middle and between characters.
func Shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	head, tail := n*3/4, n/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	from := len(s) - tail
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[:head] + " [...] " + s[from:]
}
