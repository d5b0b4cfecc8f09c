package memorycmd

import (
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory/qdrant"
)

// What is only to be known is told from what is amiss.
func TestDiagnosis(t *testing.T) {
	var out strings.Builder
	err := diagnosis(&out, []qdrant.Finding{
		{Check: "server", OK: true, Detail: "answers"},
		{Check: "collection", OK: true, Note: true, Detail: "does not exist yet", Remedy: "it is made by the first run"},
		{Check: "transport", Note: true, Detail: "the key is sent without TLS"},
	})
	want := `ok    server       answers
note  collection   does not exist yet
      → it is made by the first run
FAIL  transport    the key is sent without TLS
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}
