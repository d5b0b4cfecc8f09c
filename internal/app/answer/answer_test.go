package answer

import (
	"bytes"
	"strings"
	"testing"
)

// What others wrote, such as the reason of a run, commands no runner.
func TestAnswerCommandsNobody(t *testing.T) {
	var out bytes.Buffer
	d := Run{}
	d.Res.Reason, d.Res.Notes = "b\n::error::x", []string{"##[error]y"}
	if err := Print(&out, d); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "\x1b") {
			t.Errorf("the output has %q", line)
		}
	}
}
