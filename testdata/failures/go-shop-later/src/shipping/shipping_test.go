package shipping

import "testing"

func TestLabelOfParcelToTheDoor(t *testing.T) {
	p := Parcel{To: Address{"Ida Berg", "Hafenstr. 3", "20457 Hamburg"}}
	if got, want := p.Label(), "Ida Berg\nHafenstr. 3\n20457 Hamburg"; got != want {
		t.Errorf("Label:\n%s\nwant:\n%s", got, want)
	}
}
