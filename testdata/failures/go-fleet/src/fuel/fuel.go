package fuel

// Price of a litre.
type Price float64

// Cost of litres.
func Cost(p Price, litres float64) float64 {
	return p * litres
}
