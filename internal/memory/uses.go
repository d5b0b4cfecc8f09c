package memory

import "fmt"

// Uses sums counters, each use once. It is not safe for concurrent use.
type Uses map[Key]*use

type use struct {
	seen map[string]bool
	sum  Counters
}

// Add adds u; a use that was added before changes nothing but the time.
func (s Uses) Add(u Use) {
	k := Key{u.Tenant, u.ID}
	if s[k] == nil {
		s[k] = &use{seen: map[string]bool{}}
	}
	delta := u.Delta
	if s[k].seen[u.Identity()] {
		delta = Counters{LastUsed: u.Delta.LastUsed}
	}
	s[k].seen[u.Identity()] = true
	s[k].sum = s[k].sum.Plus(delta)
}

// Sum is the counters of a record; zero if it was never used.
func (s Uses) Sum(k Key) Counters {
	if s[k] == nil {
		return Counters{}
	}
	return s[k].sum
}

// Identity tells one use from another: the run and what it counted, without the time,
// so that an addition which is tried again counts once.
func (u Use) Identity() string {
	d := u.Delta
	id := fmt.Sprintf("%q %d %d %d %d %d %d", u.Run, d.Recalled, d.Replayed, d.Held, d.Failed, d.Merged, d.Rejected)
	if d.CostUSD != 0 {
		id += fmt.Sprintf(" %g", d.CostUSD) // only then: identities that were stored stay as they were
	}
	if d.Flaked != 0 {
		id += fmt.Sprintf(" flaked %d", d.Flaked)
	}
	return id
}
