package document

import (
	"bufio"
	"io"
)

// maxText is the longest text or tag that is let through: one captured output of
// 200 MB must not be held in memory.
const maxText = 256 << 10

// shortener shortens the texts of an XML stream. The decoder holds a whole text or
// tag in memory, so this has to be done before it.
type shortener struct {
	in    *bufio.Reader
	run   int     // bytes since the last border
	cdata bool    // inside a CDATA section
	last  [9]byte // what was read last
}

func newShortener(r io.Reader) *shortener {
	return &shortener{in: bufio.NewReaderSize(r, 64<<10)}
}

func (s *shortener) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		c, err := s.in.ReadByte()
		if err != nil {
			if n > 0 {
				return n, nil
			}
			return 0, err
		}
		if s.keep(c) {
			p[n] = c
			n++
		}
		if s.in.Buffered() == 0 && n > 0 {
			break
		}
	}
	return n, nil
}

// keep reports whether a byte is let through.
func (s *shortener) keep(c byte) bool {
	copy(s.last[:], s.last[1:])
	s.last[len(s.last)-1] = c
	s.run++
	switch {
	case s.cdata:
		if c == '>' && s.last[6] == ']' && s.last[7] == ']' {
			s.cdata, s.run = false, 0
			return true
		}
		return s.run < maxText || c == ']'
	case c == '<' || c == '>':
		s.run = 0
		return true
	case c == '[' && string(s.last[:]) == "<![CDATA[":
		s.cdata, s.run = true, 0
		return true
	}
	return s.run < maxText || c == '"'
}
