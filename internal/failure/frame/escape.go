package frame

import "bytes"

const esc = 0x1b

// Strip returns t without terminal escape sequences, NULs and other control
// characters but the tab. It returns t itself where there are none.
func Strip(t []byte) []byte {
	if !needsStrip(t) {
		return t
	}
	return strip(make([]byte, 0, len(t)), t)
}

// plain is Strip with the Reader's scratch memory.
func (r *Reader) plain(t []byte) []byte {
	if !needsStrip(t) {
		return t
	}
	r.clean = strip(r.clean[:0], t)
	return r.clean
}

func needsStrip(t []byte) bool {
	// Two searches for a byte are much faster than a loop over all of them, and
	// what else there is of control characters does no harm to a parser.
	return bytes.IndexByte(t, esc) >= 0 || bytes.IndexByte(t, 0) >= 0 || bytes.IndexByte(t, '\b') >= 0
}

func strip(to, t []byte) []byte {
	erased := 0 // length of what a terminal would no longer show
	for len(t) > 0 {
		switch c := t[0]; {
		case c == esc:
			n := escapeLen(t)
			if erases(t[:n]) {
				erased = len(to)
			}
			t = t[n:]
		case c < ' ' && c != '\t':
			t = t[1:]
		default:
			n := 1
			for n < len(t) && t[n] >= ' ' {
				n++
			}
			if erased > 0 && !isBlank(t[:n]) { // as with carriage returns, a line that ends blank stays
				to, erased = append(to[:0], to[erased:]...), 0
			}
			to = append(to, t[:n]...)
			t = t[n:]
		}
	}
	return to
}

// erases reports whether a sequence erases the line up to the cursor, or all of it:
// what spins while tests run is taken away so, and the next line put in its place.
func erases(sequence []byte) bool {
	return string(sequence) == "\x1b[1K" || string(sequence) == "\x1b[2K"
}

func isBlank(t []byte) bool { return len(bytes.TrimLeft(t, " \t")) == 0 }

// escapeLen returns the length of the escape sequence that t begins with, at least 1.
func escapeLen(t []byte) int {
	if len(t) < 2 {
		return len(t)
	}
	switch t[1] {
	case '[':
		return controlLen(t)
	case ']', 'P', '^', '_':
		return stringLen(t)
	case '(', ')', '*', '+', '#', '%':
		return min(3, len(t))
	}
	return 2
}

// controlLen is the length of a control sequence: parameters, then a final byte.
func controlLen(t []byte) int {
	for i := 2; i < len(t); i++ {
		if t[i] >= 0x40 && t[i] <= 0x7e {
			return i + 1
		}
		if t[i] < 0x20 || t[i] > 0x7e {
			return i
		}
	}
	return len(t)
}

// maxString bounds an operating system command, so that one that is never closed
// does not swallow the line.
const maxString = 4096

// stringLen is the length of a string sequence, such as a link, which BEL or ST ends.
func stringLen(t []byte) int {
	for i := 2; i < min(len(t), maxString); i++ {
		if t[i] == '\a' {
			return i + 1
		}
		if t[i] == esc {
			if i+1 < len(t) && t[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return 2
}
