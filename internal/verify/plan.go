package verify

import "time"

// Plan says how often what is run. The zero value is not useful; PlanFor makes one.
type Plan struct {
	Reproduce int           `json:"reproduce"` // runs without the patch that must all fail
	Repeat    int           `json:"repeat"`    // runs with the patch that must all pass, beside the full one
	Control   int           `json:"control"`   // runs without the patch, after it, that must fail
	Budget    time.Duration `json:"budget_ns"` // for all of it
}

const (
	// quick is a run so short that it costs less to repeat it than to ask.
	quick = 3 * time.Second
	// slow is a run that nobody wants to wait for more often than needed.
	slow = 2 * time.Minute
	// flakeWindow is the time that is worth spending on finding out that a
	// failure comes and goes: about what one model request takes.
	flakeWindow = 15 * time.Second
	// greenWindow is the time that is worth spending on the question whether a command
	// that passes at once fails at times: whoever asks says that something fails.
	greenWindow = 5 * time.Second
	// maxGreen is how often it is run then: a test that fails in half of its runs hides
	// from that once in sixteen times.
	maxGreen = 4
	// maxReproduce is enough to miss a test that fails in half of its runs less
	// than once in five hundred times.
	maxReproduce = 9
)

// PlanFor chooses the plan by how long one run of the failing tests takes. A
// budget of zero means an hour.
func PlanFor(one, budget time.Duration) Plan {
	if budget <= 0 {
		budget = time.Hour
	}
	p := Plan{Reproduce: 2, Repeat: 1, Control: 1, Budget: budget}
	switch {
	case one <= quick:
		p.Reproduce = clamp(int(flakeWindow/max(one, time.Millisecond)), 3, maxReproduce)
		p.Repeat = 2
	case one >= slow:
		p.Reproduce = 1
	}
	return p
}

func clamp(n, low, high int) int { return min(max(n, low), high) }
