package route

import (
	"bufio"
	"context"
	"encoding/csv"
	"html/template"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// Load reads the depots.
func Load() ([]byte, error) {
	return os.ReadFile("testdata/depots.csv")
}

// Read reads a table.
func Read(text string) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	return r.ReadAll()
}

// Plan waits for the planner, which takes a while.
func Plan(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	select {
	case <-time.After(700 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Mux has the pages.
func Mux() *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc("GET /trucks/{id}", func(http.ResponseWriter, *http.Request) {})
	m.HandleFunc("GET /{kind}/new", func(http.ResponseWriter, *http.Request) {})
	return m
}

// Page is the page of a truck.
func Page(name string) (string, error) {
	t, err := template.New("page").Parse(`<h1>{{ upper . }}</h1>`)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, name)
	return b.String(), err
}

// With returns the stops with one more; stops stays as it is.
func With(stops []string, more string) []string {
	return append(stops, more)
}

// Longest sorts the longest name first.
func Longest(names []string) []string {
	slices.SortFunc(names, func(a, b string) int { return len(a) - len(b) })
	return names
}

// Longlines counts lines, however long.
func Longlines(text string) (int, error) {
	s := bufio.NewScanner(strings.NewReader(text))
	n := 0
	for s.Scan() {
		n++
	}
	return n, s.Err()
}
