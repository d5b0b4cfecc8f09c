package conf

import (
	"testing"
	"time"
)

func TestLoad(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		want Settings
	}{
		{"half a minute", map[string]string{"TRAM_POLL_SECONDS": "30", "TRAM_BOARD_ROWS": "6"}, Settings{30 * time.Second, 6}},
		{"rows are optional", map[string]string{"TRAM_POLL_SECONDS": "10"}, Settings{10 * time.Second, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Load(func(key string) string { return tt.env[key] })
			if err != nil {
				t.Fatal(err)
			}
			if s != tt.want {
				t.Errorf("Load() = %+v, want %+v", s, tt.want)
			}
		})
	}
}
