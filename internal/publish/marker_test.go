package publish_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/publish"
)

func TestMarkerRoundTrip(t *testing.T) {
	want := publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:ab", Head: "c0ffee", Outcome: "fixed", Attempts: 2,
		Records: []string{"--> <script>", "b"}, Stored: "c", Tenant: "acme", Run: "https://github.com/a/b/actions/runs/1"}
	got, ok := publish.ParseMarker("text before\r\n" + want.String() + "\r\nafter " + publish.Marker{Fingerprint: "forged"}.String())
	if !ok {
		t.Fatal("no marker found")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("marker (-want +got):\n%s", diff)
	}
	if strings.Count(want.String(), "-->") != 1 {
		t.Errorf("a value ends the comment: %s", want)
	}
}

// The wire format as it was posted: this text must be read for ever.
func TestMarkerWireFormat(t *testing.T) {
	const old = `<!-- regreen:v1 {"kind":"comment","fingerprint":"v1:1","head":"a","outcome":"no-fix","attempts":3} -->`
	m, ok := publish.ParseMarker(old)
	if !ok || m.Kind != publish.KindComment || m.Attempts != 3 || m.Fingerprint != "v1:1" {
		t.Errorf("ParseMarker = %+v, %v", m, ok)
	}
	if m.String() != old {
		t.Errorf("String() = %s, want %s", m, old)
	}
}

func TestMarkerRefused(t *testing.T) {
	for _, text := range []string{"", "regreen", "<!-- regreen:v1 {} -->", "<!-- regreen:v1 {x} -->", `<!-- regreen:v2 {"fingerprint":"a"} -->`,
		`> <!-- regreen:v1 {"fingerprint":"a"} -->`, `<!-- regreen:v1 {"fingerprint":"` + strings.Repeat("a", 20<<10) + `"} -->`} {
		if m, ok := publish.ParseMarker(text); ok {
			t.Errorf("ParseMarker(%.60q) = %+v", text, m)
		}
	}
}

// L1: a commit of our own is known by its trailer, and only by that.
func TestOwnCommitL1(t *testing.T) {
	own := publish.Render(replayed(), publish.Style{}).CommitMessage
	if fp, ok := publish.OwnCommit(strings.ReplaceAll(own, "\n", "\r\n")); !ok || fp != replayed().Fingerprint {
		t.Errorf("OwnCommit = %q, %v", fp, ok)
	}
	if fp, ok := publish.OwnCommit(own + "Co-authored-by: A <a@example.org>\n"); !ok || fp != replayed().Fingerprint {
		t.Errorf("OwnCommit with another trailer = %q, %v", fp, ok)
	}
	for _, other := range []string{"", "fix", "Regreen-Signature: v1:a\n\nlater text", "a\n\n> Regreen-Signature: v1:a"} {
		if fp, ok := publish.OwnCommit(other); ok {
			t.Errorf("OwnCommit(%q) = %q", other, fp)
		}
	}
}

func FuzzParseMarker(f *testing.F) {
	f.Add("v1:a", "b")
	f.Fuzz(func(t *testing.T, fingerprint, id string) {
		fingerprint, id = strings.ToValidUTF8(fingerprint, "?"), strings.ToValidUTF8(id, "?")
		if fingerprint == "" || len(fingerprint)+len(id) > 1000 {
			t.Skip()
		}
		in := publish.Marker{Fingerprint: fingerprint, Records: []string{id}}
		out, ok := publish.ParseMarker("x\n" + in.String() + "\ny")
		if !ok || cmp.Diff(in, out) != "" {
			t.Errorf("%s read as %+v, %v", in, out, ok)
		}
	})
}
