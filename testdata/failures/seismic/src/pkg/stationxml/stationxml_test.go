package stationxml

import "testing"

func TestParseStation(t *testing.T) {
	s, err := Parse(`<Station code="BER"><Elevation>21.5</Elevation></Station>`)
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	if s.Code != "BER" {
		t.Fatalf("expected code BER but it is %q", s.Code)
	}
}
