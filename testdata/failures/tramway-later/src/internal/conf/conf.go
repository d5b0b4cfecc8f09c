// Package conf reads the settings of the control room.
package conf

import (
	"strconv"
	"time"
)

// Settings are what an operator can set.
type Settings struct {
	PollEvery time.Duration
	Rows      int // of a board
}

// Load reads the settings from the environment.
func Load(getenv func(string) string) (Settings, error) {
	n, err := strconv.Atoi(getenv("TRAM_POLL_SECONDS"))
	if err != nil {
		return Settings{}, err
	}
	rows, err := strconv.Atoi(getenv("TRAM_BOARD_ROWS"))
	if err != nil {
		return Settings{}, err
	}
	return Settings{PollEvery: time.Duration(n) * time.Second, Rows: rows}, nil
}
