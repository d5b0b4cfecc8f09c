package publish

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Marker is hidden in the first line of the texts that regreen posts. It is a wire
// format: what was posted years ago must still be read.
type Marker struct {
	Kind        string   `json:"kind"`        // pull-request or comment
	Fingerprint string   `json:"fingerprint"` // of the failures
	Head        string   `json:"head"`        // commit that was repaired
	Outcome     string   `json:"outcome"`
	Attempts    int      `json:"attempts"`          // for this fingerprint, so far
	Records     []string `json:"records,omitempty"` // ids of the memories that were reused
	Stored      string   `json:"stored,omitempty"`  // id of the record that was made
	Tenant      string   `json:"tenant,omitempty"`  // of those records
	Run         string   `json:"run,omitempty"`     // address of the failed run
}

// The kinds of text that carry a marker.
const (
	KindPullRequest = "pull-request"
	KindComment     = "comment"
)

const (
	markerStart = "<!-- regreen:v1 "
	markerEnd   = " -->"
	// maxMarker bounds what is read of a marker that others may have written.
	maxMarker = 16 << 10
)

var markerLine = regexp.MustCompile(`(?m)^<!-- regreen:v1 (\{[^\n]*\}) -->\r?$`)

// String returns the marker as one line of an HTML comment. JSON escapes angle
// brackets, so no value can end the comment.
func (m Marker) String() string {
	data, err := json.Marshal(m)
	if err != nil {
		data = []byte("{}") // cannot happen: strings and numbers
	}
	return markerStart + string(data) + markerEnd
}

// ParseMarker reads the first marker of a text. The first one is the one that
// regreen wrote: it stands before all outside text. Who could write the text is
// for the caller to judge.
func ParseMarker(text string) (Marker, bool) {
	m := markerLine.FindStringSubmatch(text)
	if m == nil || len(m[1]) > maxMarker {
		return Marker{}, false
	}
	var marker Marker
	if err := json.Unmarshal([]byte(m[1]), &marker); err != nil {
		return Marker{}, false
	}
	return marker, marker.Fingerprint != ""
}

// The trailers of a commit.
const (
	trailerSignature = "Regreen-Signature"
	trailerMemory    = "Regreen-Memory"
	trailerRecord    = "Regreen-Record"
	trailerRun       = "Regreen-Run"
)

// OwnCommit reports whether a commit message carries regreen's trailer, and the
// fingerprint in it. Trailers count only in the last paragraph.
func OwnCommit(message string) (fingerprint string, own bool) {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	last := message[strings.LastIndex(message, "\n\n")+1:]
	for line := range strings.Lines(last) {
		if v, ok := strings.CutPrefix(line, trailerSignature+": "); ok {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}
