package failure

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/regreen/regreen/internal/failure/format"
)

// lane is one of the outputs that are interleaved in an input, with scanners of its
// own. The first lane of an input is the input itself.
type lane struct {
	known    parsers
	keep     bool
	context  func() []string
	sinks    []*format.Sink
	scanners []format.Scanner
	active   format.Set
}

func newLane(known parsers, keep bool, context func() []string) *lane {
	n := len(known.formats)
	return &lane{known: known, keep: keep, context: context, sinks: make([]*format.Sink, n), scanners: make([]format.Scanner, n)}
}

// wants returns the formats whose scanners are to get a line.
func (p *lane) wants(text []byte) format.Set {
	set := p.known.matcher.Match(text)
	if alone := p.known.matcher.Alone(set); alone != (format.Set{}) {
		return alone
	}
	return set.Or(p.active)
}

// offer gives a line to the scanners of a set of formats.
func (p *lane) offer(line format.Line, set format.Set) {
	set.Each(func(i int) {
		self := format.SetOf(i)
		scanner := p.scanner(i)
		p.sinks[i].Step = line.Step
		if scanner.Line(line) {
			p.active = p.active.Or(self)
		} else {
			p.active = p.active.Without(self)
		}
	})
}

func (p *lane) scanner(i int) format.Scanner {
	if p.scanners[i] == nil {
		p.sinks[i] = format.NewSink(p.known.formats[i].Name)
		p.sinks[i].KeepCases = p.keep
		p.sinks[i].Context = p.context
		p.scanners[i] = p.known.formats[i].New(p.sinks[i])
	}
	return p.scanners[i]
}

func (p *lane) end() {
	for _, s := range p.scanners {
		if s != nil {
			s.End()
		}
	}
}

// maxLanes bounds how many interleaved outputs are told apart: a run has as many as
// it has packages or services, and what only looks like a prefix may be anything.
const maxLanes = 32

// prefixes are how tools that run several commands at once mark whose line it is:
// docker compose ("web-1  | "), Earthly ("+test | "), turbo ("app:test: "), pnpm
// ("packages/a test: "), lerna ("@acme/app: ") and concurrently ("[test] ").
var prefixes = regexp.MustCompile(`^(?:` +
	`\+?[a-z][\w.-]*\s*\| ` +
	`|[@\w./-]+[: ](?:test|build|lint|check|typecheck|type-check|e2e|ci|unit|integration|coverage|verify)[\w:-]*: ` +
	`|@[\w.-]+/[\w.-]+: ` +
	`)`)

// stamps are what else stands before each line: the number of a step and its time in
// docker's plain form ("#12 3.456 "), or a time as Jenkins, GitLab and ts print it.
var stamps = regexp.MustCompile(`^(?:` +
	`(#\d+) \d+\.\d+ ` +
	`|\d\d[OE][ +]` + // GitLab's stream, behind its timestamp
	`|\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d{4})?\]? ` +
	`|[A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d ` +
	`)`)

// maxPrefix is how long a prefix may be.
const maxPrefix = 80

// own is what the C++ framework doctest puts before what it says of itself.
var own = []byte("[doctest] ")

// prefix returns the name of the output that a line belongs to, and the length of the
// prefix that says so; 0 if there is none.
func prefix(t []byte) (name string, n int) {
	if len(t) < 4 {
		return "", 0
	}
	head := t[:min(len(t), maxPrefix)]
	switch c := t[0]; {
	case c == '#' || c >= '0' && c <= '9' || c == '[' && t[1] >= '0' && t[1] <= '9' || t[3] == ' ' && c >= 'A' && c <= 'Z':
		if name, n = stamp(head); n > 0 || c != '[' {
			return name, n
		}
		n = bracketLen(head)
	case c == '[' && !bytes.HasPrefix(head, own):
		n = bracketLen(head)
	case c == ' ': // Earthly aligns the names to the right
		if blanks := len(head) - len(bytes.TrimLeft(head, " ")); blanks < len(head) && head[blanks] == '+' {
			if n = wordLen(head[blanks:]); n > 0 {
				n += blanks
			}
		}
	case c == '+' || c == '@' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		n = wordLen(head)
	}
	return string(bytes.TrimSpace(t[:n])), n
}

func stamp(head []byte) (name string, n int) {
	at := stamps.FindSubmatchIndex(head)
	if at == nil {
		return "", 0
	}
	if at[2] >= 0 { // docker: each step is an output of its own
		name = string(head[at[2]:at[3]])
	}
	return name, at[1]
}

// wordLen returns the length of "web-1  | " and of its like.
func wordLen(head []byte) int {
	if bytes.IndexByte(head, '|') < 0 && !bytes.Contains(head, []byte(": ")) {
		return 0
	}
	at := prefixes.FindIndex(head)
	if at == nil {
		return 0
	}
	return at[1]
}

// notLanes are words in brackets that are no names of commands.
var notLanes = [][]byte{[]byte("info"), []byte("error"), []byte("warn"), []byte("warning"), []byte("debug"), []byte("trace"), []byte("success"), []byte("fatal")}

// bracketLen returns the length of "[test] ", "[1] ", "[unit tests] " and, as act
// prints it, "[CI/test]   | ".
func bracketLen(t []byte) int {
	i := bytes.IndexByte(t, ']')
	if i < 2 || i+1 >= len(t) || t[i+1] != ' ' {
		return 0
	}
	name, rest := t[1:i], t[i+1:]
	if blanks := len(rest) - len(bytes.TrimLeft(rest, " ")); bytes.IndexByte(name, '/') > 0 && bytes.HasPrefix(rest[blanks:], []byte("| ")) {
		return i + 1 + blanks + len("| ")
	}
	if name[0] >= '0' && name[0] <= '9' {
		if len(name) > 2 || name[len(name)-1] < '0' || name[len(name)-1] > '9' {
			return 0
		}
		return i + 2
	}
	if !isLetter(name[0]) || bytes.ContainsAny(name, ".,'\"()=:") || bytes.HasPrefix(name, []byte("gw")) || slices.ContainsFunc(notLanes, func(word []byte) bool { return bytes.EqualFold(name, word) }) {
		return 0
	}
	return i + 2
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
