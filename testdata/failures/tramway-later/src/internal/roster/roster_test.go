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

func TestByName_with_particles(t *testing.T) {
	got := ByName([]string{"Moreau", "de Vries", "Adler"})
	if want := []string{"Adler", "de Vries", "Moreau"}; !reflect.DeepEqual(got, want) {
		t.Errorf("ByName() = %v, want %v", got, want)
	}
}

func TestFirst(t *testing.T) {
	planned := []Shift{{"Moreau", 14}, {"Adler", 5}}
	if got := First(planned); got.Driver != "Adler" {
		t.Errorf("First() = %v, want Adler", got)
	}
	if planned[0].Driver != "Moreau" {
		t.Errorf("the plan begins with %v, want Moreau", planned[0])
	}
}
