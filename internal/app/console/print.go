// Package console is how commands speak: lines of progress while they work, and in the
// end text for a person or JSON for a program.
package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/pipeline"
)

// Schema is the version of the JSON that --json prints.
const Schema = 1

// JSON prints the answer of a command as indented JSON.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false) // people read it, and no page embeds it
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return nil
}

// Lines prints the lines of stages as they are.
func Lines(w io.Writer) pipeline.Progress {
	return func(stage, text string) { fmt.Fprintf(w, "%-10s %s\n", stage, text) }
}

// Print lets print write for a person. What a memory holds is outside text, and the command may be
// a step of a workflow, whose runner obeys some of the lines that it reads.
func Print(w io.Writer, print func(io.Writer) error) error {
	log := actions.NewLog(w)
	return errors.Join(print(log), log.Close())
}

// Plural is a number of things in words.
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Few names the first of many.
func Few(names []string) string {
	if len(names) <= 3 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
}

// MaxRow bounds a line of the text that people are shown, in bytes.
const MaxRow = 2000
