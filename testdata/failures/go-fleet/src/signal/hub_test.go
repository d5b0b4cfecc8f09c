package signal

import "testing"

func TestStopTwice(t *testing.T) {
	h := NewHub()
	h.Stop()
	h.Stop()
}
