package signal

// Hub tells listeners when it stops.
type Hub struct {
	done chan struct{}
}

// NewHub returns a running Hub.
func NewHub() *Hub { return &Hub{done: make(chan struct{})} }

// Stop may be called more than once.
func (h *Hub) Stop() {
	close(h.done)
}
