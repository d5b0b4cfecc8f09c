package toll

// Fee is what a road costs.
type Fee struct {
	Road string `json:road`
}

// Due is the fee for a class.
func Due(class int) int {
	switch {
	case class > 3:
		return 40
	default:
		return 10
	}
	return 0
}
