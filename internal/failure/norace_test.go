//go:build !race

package failure

const raced = false
