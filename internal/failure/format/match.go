package format

import "math/bits"

// Set is a set of formats, by their number in a Matcher.
type Set uint64

// Each calls do with the number of each format in the set, in order.
func (s Set) Each(do func(i int)) {
	for s != 0 {
		do(bits.TrailingZeros64(uint64(s)))
		s &= s - 1
	}
}

// Matcher finds which formats a line may belong to. It looks for all triggers at
// once (Aho-Corasick), so that its speed does not depend on their number.
type Matcher struct {
	next  [][256]uint16
	out   []Set
	alone Set // the exclusive formats
	large Set // those whose scanners may hold megabytes
}

// begin stands for the beginning of a line; it can't occur within one.
const begin = '\n'

// maxFormats is the number of bits of a Set.
const maxFormats = 64

// NewMatcher returns the Matcher of up to 64 formats. It panics if there are more.
func NewMatcher(formats []Format) *Matcher {
	if len(formats) > maxFormats {
		panic("format: more formats than a set can hold")
	}
	m := &Matcher{next: make([][256]uint16, 1), out: make([]Set, 1)}
	for i, f := range formats {
		if f.Exclusive {
			m.alone |= 1 << i
		}
		if f.Large {
			m.large |= 1 << i
		}
		for _, t := range f.Triggers {
			m.insert(t, 1<<i)
		}
	}
	m.link()
	return m
}

func (m *Matcher) insert(trigger string, set Set) {
	pattern := []byte(trigger)
	if pattern[0] == '^' {
		pattern[0] = begin
	}
	state := uint16(0)
	for _, c := range pattern {
		if m.next[state][c] == 0 {
			m.next = append(m.next, [256]uint16{})
			m.out = append(m.out, 0)
			m.next[state][c] = uint16(len(m.next) - 1)
		}
		state = m.next[state][c]
	}
	m.out[state] |= set
}

// link turns the tree of triggers into an automaton, breadth first.
func (m *Matcher) link() {
	fail := make([]uint16, len(m.next))
	var queue []uint16
	for _, s := range m.next[0] {
		if s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		m.out[s] |= m.out[fail[s]]
		for c := range 256 {
			child := m.next[s][c]
			if child == 0 {
				m.next[s][c] = m.next[fail[s]][c]
				continue
			}
			fail[child] = m.next[fail[s]][c]
			queue = append(queue, child)
		}
	}
}

// maxMatched is how much of a line is searched for triggers: they stand near its
// beginning, and a line of megabytes is data.
const maxMatched = 4096

// Match returns the formats of which the line holds a trigger.
func (m *Matcher) Match(line []byte) Set {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	line = line[i:min(len(line), i+maxMatched)]
	state := m.next[0][begin]
	set := m.out[state]
	for _, c := range line {
		state = m.next[state][c]
		set |= m.out[state]
	}
	return set
}

// Large returns the formats of a set whose scanners may hold megabytes.
func (m *Matcher) Large(set Set) Set { return set & m.large }

// Alone returns the exclusive formats of a set.
func (m *Matcher) Alone(set Set) Set { return set & m.alone }
