package event

import (
	"encoding/json"
	"testing"
)

func TestSubscribersAreToldThatNobodyFeltIt(t *testing.T) {
	data, err := Bulletin(Quake{ID: "no2026abc", Stations: []string{"BER"}})
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	var list []map[string]any
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	felt, ok := list[0]["felt"]
	if !ok {
		t.Fatalf("bulletin has no key \"felt\": %s", data)
	}
	if felt != false {
		t.Fatalf("felt is %v", felt)
	}
}
