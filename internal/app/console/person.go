package console

import (
	"bufio"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/regreen/regreen/internal/app/cli"
)

// Agrees reads a person's answer; whatever is not a yes is a no.
func Agrees(in io.Reader) bool {
	line, err := bufio.NewReader(in).ReadString('\n')
	answer := strings.ToLower(strings.TrimSpace(line))
	return err == nil && (answer == "y" || answer == "yes")
}

// Interactive reports whether there is a person to ask: a terminal, and not CI.
func Interactive(e cli.Env) bool {
	f, ok := e.Stdin.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && e.Getenv("CI") == ""
}

// Format is text for people and JSON for programs.
func Format(w io.Writer) string {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return "text"
	}
	return "json"
}
