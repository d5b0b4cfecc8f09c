// Package poller asks the stations in turn.
package poller

// Poller asks stations for their state.
type Poller struct {
	Ask     func(station string) bool
	OnDead  func(station string)
	Retries int
}

// Round asks each station and returns how many are alive.
func (p *Poller) Round(stations []string) int {
	alive := 0
	for _, s := range stations {
		if p.Ask(s) {
			alive++
			continue
		}
		p.OnDead(s)
	}
	return alive
}
