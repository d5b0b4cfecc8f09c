package roster

import (
	"reflect"
	"testing"
)

func TestByName_keeps_seniority(t *testing.T) {
	seniority := []string{"Yilmaz", "Adler", "Moreau"}
	ByName(seniority)
	if want := []string{"Yilmaz", "Adler", "Moreau"}; !reflect.DeepEqual(seniority, want) {
		t.Errorf("after ByName the drivers are %v, want %v", seniority, want)
	}
}
