package mail

import "testing"

func TestMailOfQuake(t *testing.T) {
	text, err := Body(Notice{"Florø", 4.3})
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	if text != "M4.3 near Florø\n" {
		t.Fatalf("unexpected mail %q", text)
	}
}
