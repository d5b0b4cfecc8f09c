//go:build race

package failure

// raced says that the race detector is at work, with which a stream of failures takes
// minutes and the heap is not the program's.
const raced = true
