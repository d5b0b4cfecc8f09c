// Package catalog lists what is for sale.
package catalog

// Page returns the articles of the n-th page, the first of which is 1.
func Page(all []string, n, size int) []string {
	from := n * size
	if from >= len(all) {
		return nil
	}
	return all[from:min(from+size, len(all))]
}
