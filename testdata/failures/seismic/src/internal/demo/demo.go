// Package demo has quakes to try the map with.
package demo

import "net/url"

// Map is where the map is.
func Map() *url.Error {
	return &url.Error{"open", "http://127.0.0.1/map", nil}
}
