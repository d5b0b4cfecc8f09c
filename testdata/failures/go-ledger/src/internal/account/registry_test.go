package account

import "testing"

func TestRegistry(t *testing.T) {
	t.Run("joint account", func(t *testing.T) {
		var r registry
		r.register("DE02", "ann")
		r.register("DE02", "bob")
		if n := len(r.owners["DE02"]); n != 2 {
			t.Fatalf("owners of joint account: %d", n)
		}
	})
}
