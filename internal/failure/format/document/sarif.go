package document

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// sarifRun is a run of a tool in a SARIF log.
type sarifRun struct {
	Tool    struct{ Driver struct{ Name string } }
	Results []sarifResult
}

type sarifResult struct {
	RuleID, Level string
	Message       struct{ Text string }
	Suppressions  []json.RawMessage
	Locations     []struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine int }
		}
	}
}

// toolName matches what is taken for the name of a tool: it is shown as it stands.
var toolName = regexp.MustCompile(`^[a-z0-9][\w.+-]{0,39}$`)

// readSARIF reads a run of a SARIF log. Its errors count; where it has none, its warnings,
// which is the level of results that do not say theirs.
func readSARIF(d *json.Decoder, w *jsonReader) error {
	var run sarifRun
	if err := d.Decode(&run); err != nil {
		return err
	}
	w.out.Framework = strings.ReplaceAll(strings.ToLower(run.Tool.Driver.Name), " ", "-")
	if !toolName.MatchString(w.out.Framework) {
		w.out.Framework = writers["runs"]
	}
	found := false
	for _, level := range []string{"error", "warning"} {
		for _, r := range run.Results {
			if r.level() == level && len(r.Suppressions) == 0 {
				found = true
				w.lint(r.finding())
			}
		}
		if found {
			break
		}
	}
	return nil
}

func (r sarifResult) level() string {
	if r.Level == "" {
		return "warning"
	}
	return r.Level
}

func (r sarifResult) finding() format.Finding {
	f := format.Finding{ErrorType: r.RuleID, Message: r.Message.Text}
	if f.ErrorType == "" {
		f.ErrorType = r.level()
	}
	if len(r.Locations) > 0 {
		at := r.Locations[0].PhysicalLocation
		f.File, f.Line = strings.TrimPrefix(at.ArtifactLocation.URI, "file://"), at.Region.StartLine
	}
	return f
}
