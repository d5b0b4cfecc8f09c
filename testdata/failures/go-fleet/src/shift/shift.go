package shift

// Hours of a shift.
func Hours(night bool) int {
	if night {
		return 10
	}
}
