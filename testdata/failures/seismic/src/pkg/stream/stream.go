// Package stream hands samples to those who listen.
package stream

// Hub has one listener.
type Hub struct {
	out    chan int
	closed bool
}

// New makes a hub for a listener.
func New() (*Hub, <-chan int) {
	h := &Hub{out: make(chan int, 8)}
	return h, h.out
}

// Close ends the stream.
func (h *Hub) Close() {
	h.closed = true
	close(h.out)
}

// Publish hands on a sample; after Close it does nothing.
func (h *Hub) Publish(sample int) {
	h.out <- sample
}
