package region

import "testing"

func TestRegionOfJanMayen(t *testing.T) {
	name, err := Name("530")
	if err != nil {
		t.Fatalf("cannot look up: %s", err)
	}
	if name != "Norwegian Sea" {
		t.Fatalf("unexpected region %s", name)
	}
}
