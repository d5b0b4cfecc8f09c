package odometer

import (
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Metres is a way in metres.
func Metres(km int32) int64 {
	return int64(km * 1000)
}

// Mean is the mean way of n days.
func Mean(total, days int) int {
	return total / days
}

// Parse reads a number with separators.
func Parse(s string) (int, error) {
	return strconv.Atoi(strings.ReplaceAll(s, ".", ""))
}

var version = regexp.MustCompile(`^v1.2$`)

// Supported reports whether a device's version is.
func Supported(v string) bool { return version.MatchString(v) }

// Last reads the last reading from a file that it opens.
func Last(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	f.Close()
	data, err := io.ReadAll(f)
	return string(data), err
}
