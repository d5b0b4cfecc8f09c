package console

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// A log gets one more line where a stage is silent for a minute or longer, and none before.
func TestSilenceIsBroken(t *testing.T) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	p := NewProgress(&out, func() time.Time { return at })
	p.still(0) // nothing in hand
	p.Line("repair", "asking gpt-6-sol: request 1, some 9000 tokens")
	at = at.Add(59 * time.Second)
	p.still(1)
	if got := strings.Count(out.String(), "\n"); got != 1 {
		t.Errorf("%d lines within the minute:\n%s", got, out.String())
	}
	at = at.Add(121 * time.Second)
	p.still(2)
	p.Close()
	if want := "repair     still at it after 3m0s: asking gpt-6-sol: request 1, some 9000 tokens\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("the log says %q, want %q at its end", out.String(), want)
	}
}

// What others wrote, such as a test's name, commands neither the terminal nor the runner.
func TestProgressCommandsNobody(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, time.Now)
	p.Line("report", "1 failing: \x1b[2J a\n::set-output name=fixed::true\n##[add-mask]x")
	p.Close()
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "\x1b") {
			t.Errorf("the output has %q", line)
		}
	}
}
