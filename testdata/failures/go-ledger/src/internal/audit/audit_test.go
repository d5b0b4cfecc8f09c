package audit

import "testing"

func TestConcurrentEntries(t *testing.T) {
	var l log
	done := make(chan bool)
	for i := 0; i < 4; i++ {
		go func() {
			l.next()
			done <- true
		}()
	}
	for i := 0; i < 4; i++ {
		<-done
	}
}
