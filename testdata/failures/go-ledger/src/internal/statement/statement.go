package statement

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

type entry struct {
	Purpose string
	Booked  time.Time
}

// window is what part of the history is on one sheet; sheets are numbered as people do.
func window(entries []entry, sheet int) []entry {
	const perSheet = 3
	start, end := sheet*perSheet, (sheet+1)*perSheet
	if start > len(entries) {
		start = len(entries)
	}
	if end > len(entries) {
		end = len(entries)
	}
	return entries[start:end]
}

func shorten(purpose string) string {
	const most = 12
	if len(purpose) > most {
		purpose = purpose[:most]
	}
	return purpose
}

func month(e entry) string {
	return e.Booked.Month().String()
}

func summary(byCategory map[string]int64) string {
	var b strings.Builder
	for c, cents := range byCategory {
		fmt.Fprintf(&b, "%-10s%8d\n", c, cents)
	}
	return b.String()
}

var _ = sort.Strings
