package frame

import "bytes"

var marks = []struct {
	name string
	mark Mark
}{
	{"error", Error}, {"warning", Warning}, {"notice", Notice}, {"debug", Debug},
	{"group", Group}, {"endgroup", EndGroup}, {"command", Command}, {"section", Notice},
}

// command tells a workflow command from a plain line and returns its text. It
// knows the forms "##[error]text", "[command]text" and "::error file=x::text".
func command(t []byte) (Mark, []byte) {
	if len(t) < 3 {
		return Plain, t
	}
	switch {
	case t[0] == '#' && t[1] == '#' && t[2] == '[':
		return bracketed(t, t[3:])
	case t[0] == '[' && bytes.HasPrefix(t, []byte("[command]")):
		return Command, t[len("[command]"):]
	case t[0] == ':' && t[1] == ':':
		return colons(t, t[2:])
	}
	return Plain, t
}

func bracketed(whole, t []byte) (Mark, []byte) {
	for _, m := range marks {
		if len(t) > len(m.name) && t[len(m.name)] == ']' && string(t[:len(m.name)]) == m.name {
			return m.mark, t[len(m.name)+1:]
		}
	}
	return Plain, whole
}

func colons(whole, t []byte) (Mark, []byte) {
	end := bytes.Index(t, []byte("::"))
	if end < 0 {
		return Plain, whole
	}
	word := t[:end]
	if i := bytes.IndexByte(word, ' '); i >= 0 {
		word = word[:i]
	}
	for _, m := range marks {
		if string(word) == m.name {
			return m.mark, t[end+2:]
		}
	}
	return Plain, whole
}
