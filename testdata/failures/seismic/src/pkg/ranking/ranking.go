// Package ranking orders the quakes of a day.
package ranking

import "sort"

// Entry is a quake of the list, which comes ordered by time.
type Entry struct {
	ID        string
	Magnitude int
}

// Strongest puts the strongest first and keeps those of one magnitude ordered by time.
func Strongest(list []Entry) []string {
	list = append([]Entry(nil), list...)
	sort.Slice(list, func(i, j int) bool { return list[i].Magnitude > list[j].Magnitude })
	var ids []string
	for _, e := range list {
		ids = append(ids, e.ID)
	}
	return ids
}
