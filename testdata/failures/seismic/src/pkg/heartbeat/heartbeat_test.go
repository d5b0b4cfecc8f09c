package heartbeat

import (
	"context"
	"testing"
	"time"
)

func TestPingAnswers(t *testing.T) {
	beat := make(chan struct{})
	go func() {
		time.Sleep(5 * time.Millisecond)
		close(beat)
	}()
	if err := Ping(context.Background(), beat, Options{TimeoutMillis: 4000}); err != nil {
		t.Fatalf("station should be alive: %s", err)
	}
}
