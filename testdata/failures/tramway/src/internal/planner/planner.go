// Package planner asks the regional journey planner.
package planner

import "net/url"

const base = "https://planner.example.org/v1/journeys"

// Link is the address of the journeys between two stops.
func Link(from, to string) (*url.URL, error) {
	return url.Parse(base + "?from=" + from + "&to=" + to)
}
