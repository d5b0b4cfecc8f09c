package poller

import "testing"

func TestRoundWithDeadStation(t *testing.T) {
	p := &Poller{Ask: func(s string) bool { return s != "JMI" }}
	if n := p.Round([]string{"BER", "JMI"}); n != 1 {
		t.Fatalf("expected 1 but it is %d", n)
	}
}
