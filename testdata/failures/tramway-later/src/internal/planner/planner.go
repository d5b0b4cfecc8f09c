// Package planner asks the regional journey planner.
package planner

import (
	"fmt"
	"net/url"
)

const base = "https://planner.example.org/v2/journeys"

// Journey is what a rider asks for.
type Journey struct {
	From, To string
	Changes  int
}

// Link is the address of the journeys between two stops.
func Link(from, to string) (*url.URL, error) { return Journey{From: from, To: to, Changes: 2}.Link() }

// Link is the address of the answer.
func (j Journey) Link() (*url.URL, error) {
	return url.Parse(fmt.Sprintf("%s?from=%s&to=%s&changes=%d", base, j.From, j.To, j.Changes))
}
