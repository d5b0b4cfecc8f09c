package throttle

import "testing"

func TestThirdRequestIsRefused(t *testing.T) {
	allow := PerSecond(2)
	allow()
	allow()
	if allow() {
		t.Fatal("the third request passed")
	}
}
