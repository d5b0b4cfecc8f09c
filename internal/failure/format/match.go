package format

import "math/bits"

// Set is a set of formats, by their number in a Matcher. The zero value is empty, and
// sets are compared with ==. It is a struct, which the compiler keeps in registers where
// it would not an array.
type Set struct{ low, high uint64 }

// maxFormats is the number of bits of a Set.
const maxFormats = 128

// SetOf returns the set of the formats with these numbers.
func SetOf(numbers ...int) Set {
	var s Set
	for _, i := range numbers {
		if i < 64 {
			s.low |= 1 << i
		} else {
			s.high |= 1 << (i - 64)
		}
	}
	return s
}

// Or returns the formats that are in either set.
func (s Set) Or(o Set) Set { return Set{s.low | o.low, s.high | o.high} }

// And returns the formats that are in both sets.
func (s Set) And(o Set) Set { return Set{s.low & o.low, s.high & o.high} }

// Without returns the formats of s that are not in o.
func (s Set) Without(o Set) Set { return Set{s.low &^ o.low, s.high &^ o.high} }

// Each calls do with the number of each format in the set, in order.
func (s Set) Each(do func(i int)) {
	for ; s.low != 0; s.low &= s.low - 1 {
		do(bits.TrailingZeros64(s.low))
	}
	for ; s.high != 0; s.high &= s.high - 1 {
		do(64 + bits.TrailingZeros64(s.high))
	}
}

// Matcher finds which formats a line may belong to. It looks for all triggers at
// once (Aho-Corasick), so that its speed does not depend on their number.
type Matcher struct {
	next  [][256]uint16
	out   []Set
	some  []bool // out is not empty: most states are of no whole trigger, and this table is small
	alone Set    // the exclusive formats
	large Set    // those whose scanners may hold megabytes
}

// begin stands for the beginning of a line; it can't occur within one.
const begin = '\n'

// NewMatcher returns the Matcher of up to 128 formats. It panics if there are more.
func NewMatcher(formats []Format) *Matcher {
	if len(formats) > maxFormats {
		panic("format: more formats than a set can hold")
	}
	m := &Matcher{next: make([][256]uint16, 1), out: make([]Set, 1)}
	for i, f := range formats {
		self := SetOf(i)
		if f.Exclusive {
			m.alone = m.alone.Or(self)
		}
		if f.Large {
			m.large = m.large.Or(self)
		}
		for _, t := range f.Triggers {
			m.insert(t, self)
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
			m.out = append(m.out, Set{})
			m.next[state][c] = uint16(len(m.next) - 1)
		}
		state = m.next[state][c]
	}
	m.out[state] = m.out[state].Or(set)
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
		m.out[s] = m.out[s].Or(m.out[fail[s]])
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
	m.some = make([]bool, len(m.out))
	for s, set := range m.out {
		m.some[s] = set != Set{}
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
		if m.some[state] {
			set = set.Or(m.out[state])
		}
	}
	return set
}

// Large returns the formats of a set whose scanners may hold megabytes.
func (m *Matcher) Large(set Set) Set { return set.And(m.large) }

// Alone returns the exclusive formats of a set.
func (m *Matcher) Alone(set Set) Set { return set.And(m.alone) }
