// Package app is the composition root.
package app

import (
	"context"
	"io"
)

// Env is what the process hands to Main.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Getenv  func(string) string
	Environ []string
}

// Main runs the command that e.Args name and returns the exit status.
func Main(_ context.Context, _ Env) int { return 2 }
