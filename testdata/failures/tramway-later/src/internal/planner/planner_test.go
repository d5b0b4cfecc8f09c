package planner

import "testing"

func TestJourney_Link(t *testing.T) {
	tests := []Journey{
		{"Depot", "Market", 0},
		{"Platform #3", "Harbour", 1},
	}
	for _, tt := range tests {
		t.Run(tt.From, func(t *testing.T) {
			u, err := tt.Link()
			if err != nil {
				t.Fatal(err)
			}
			if got := u.Query().Get("to"); got != tt.To {
				t.Errorf("to = %q, want %q in %s", got, tt.To, u)
			}
		})
	}
}
