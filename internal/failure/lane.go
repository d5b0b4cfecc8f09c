package failure

import (
	"bytes"
	"regexp"

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
	if alone := p.known.matcher.Alone(set); alone != 0 {
		return alone
	}
	return set | p.active
}

// offer gives a line to the scanners of a set of formats.
func (p *lane) offer(line format.Line, set format.Set) {
	set.Each(func(i int) {
		bit := format.Set(1) << i
		scanner := p.scanner(i)
		p.sinks[i].Step = line.Step
		if scanner.Line(line) {
			p.active |= bit
		} else {
			p.active &^= bit
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
// docker compose ("web-1  | "), turbo ("app:test: "), pnpm ("packages/a test: ") and
// concurrently ("[test] ").
var prefixes = regexp.MustCompile(`^(?:` +
	`[a-z][\w.-]*\s*\| ` +
	`|[@\w./-]+[: ](?:test|build|lint|check|typecheck|type-check|e2e|ci|unit|integration|coverage|verify)[\w:-]*: ` +
	`)`)

// notLanes are words in brackets that are no names of commands.
var notLanes = [][]byte{[]byte("[info]"), []byte("[error]"), []byte("[warn]"), []byte("[warning]"), []byte("[debug]"), []byte("[success]"), []byte("[ant:"), []byte("[gw")}

// maxPrefix is how long a prefix may be.
const maxPrefix = 80

// prefixLen returns the length of the prefix that marks whose line it is, or 0.
func prefixLen(t []byte) int {
	if len(t) < 3 || !mayBePrefix(t[0]) {
		return 0
	}
	head := t[:min(len(t), maxPrefix)]
	if t[0] == '[' {
		return bracketLen(head)
	}
	if bytes.IndexByte(head, '|') < 0 && !bytes.Contains(head, []byte(": ")) {
		return 0
	}
	at := prefixes.FindIndex(head)
	if at == nil {
		return 0
	}
	return at[1]
}

// bracketLen returns the length of "[test] " or "[1] ".
func bracketLen(t []byte) int {
	i := bytes.IndexByte(t, ']')
	if i < 2 || i+1 >= len(t) || t[i+1] != ' ' {
		return 0
	}
	for _, word := range notLanes {
		if bytes.HasPrefix(t, word) {
			return 0
		}
	}
	name := t[1:i]
	if name[0] >= '0' && name[0] <= '9' {
		if len(name) > 2 || name[len(name)-1] < '0' || name[len(name)-1] > '9' {
			return 0
		}
		return i + 2
	}
	if name[0] < 'a' || name[0] > 'z' || bytes.ContainsAny(name, " .,'\"()=") {
		return 0
	}
	return i + 2
}

func mayBePrefix(c byte) bool {
	return c == '[' || c == '@' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
