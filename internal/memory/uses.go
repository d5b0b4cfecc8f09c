package memory

import (
	"fmt"
	"strings"
)

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
	if strings.HasPrefix(u.Run, importRun) {
		delta = Counters{Elsewhere: delta.everywhere(), LastUsed: delta.LastUsed}
	}
	if s[k].seen[u.Identity()] {
		delta = Counters{LastUsed: u.Delta.LastUsed}
	}
	s[k].seen[u.Identity()] = true
	s[k].sum = s[k].sum.Plus(delta)
}

// importRun begins the name, in place of that of a run, of a use that an import brought.
const importRun = "import on top of "

// maxCount bounds a counter of an import, so that no sum runs over.
const maxCount = 1 << 30

// everywhere is what was counted here and elsewhere, each at least 0 and at most maxCount.
func (c Counters) everywhere() Claims {
	here := Claims{c.Recalled, c.Replayed, c.Held, c.Failed, c.Merged, c.Rejected}
	bounded := func(n int) int { return max(0, min(n, maxCount)) }
	return here.with(c.Elsewhere, func(a, b int) int { return bounded(bounded(a) + bounded(b)) })
}

// with is what f makes of each counter of c and the same of d.
func (c Claims) with(d Claims, f func(c, d int) int) Claims {
	return Claims{f(c.Recalled, d.Recalled), f(c.Replayed, d.Replayed), f(c.Held, d.Held), f(c.Failed, d.Failed), f(c.Merged, d.Merged), f(c.Rejected, d.Rejected)}
}

func (c Claims) sum() int { return c.Recalled + c.Replayed + c.Held + c.Failed + c.Merged + c.Rejected }

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
