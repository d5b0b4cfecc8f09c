package interest

import "time"

func yearly(balance, rate float64) float64 {
	return balance * rate
}

// due is the day on which interest is paid, a month after the last.
func due(last time.Time) time.Time {
	y, m, d := last.Date()
	return time.Date(y, m+1, d, 0, 0, 0, 0, time.UTC)
}

func latest(rates []float64) float64 {
	last := len(rates) - 1
	return rates[last]
}
