package conf

import (
	"testing"
	"time"
)

func TestLoad(t *testing.T) {
	tests := []struct {
		name, value string
		want        time.Duration
	}{
		{"half a minute", "30", 30 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Load(func(string) string { return tt.value })
			if err != nil {
				t.Fatal(err)
			}
			if s.PollEvery != tt.want {
				t.Errorf("PollEvery = %v, want %v", s.PollEvery, tt.want)
			}
		})
	}
}
