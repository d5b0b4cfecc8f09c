// Package logdir knows where the logs go.
package logdir

import (
	"os"
	"path"
)

// Path is the file of the log of a station.
func Path(station string) string {
	dir, ok := os.LookupEnv("STATIOND_LOGS")
	if !ok {
		dir = "/var/log/stationd"
	}
	return path.Join(dir, station+".log")
}
