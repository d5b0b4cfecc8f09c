package token

import "testing"

func TestTokenOfMember(t *testing.T) {
	claims, err := Decode("PDw_Pz8-Pg==")
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	if string(claims) != "<<???>>" {
		t.Fatalf("unexpected claims %q", claims)
	}
}
