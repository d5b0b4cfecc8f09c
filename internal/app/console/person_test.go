package console

import (
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/app/cli"
)

func TestNobodyToAsk(t *testing.T) {
	if Interactive(cli.Env{Stdin: strings.NewReader("y\n"), Getenv: func(string) string { return "" }}) {
		t.Error("a pipe was taken for a person")
	}
}
