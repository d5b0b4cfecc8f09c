package publish_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/publish"
)

// poisoned is a change that a record made, with all of its texts where a replay puts them.
func poisoned(r memory.Record) publish.Change {
	c := replayed()
	c.Title, c.Description, c.RootCause, c.Patch, c.Evidence = r.Fix.Description, r.Fix.Description, r.Fix.RootCause, r.Fix.Patch, r.Proof
	c.Files = nil
	for _, p := range r.Fix.Paths {
		c.Files = append(c.Files, publish.File{Path: p, Added: 1})
	}
	f := &c.Report.Failures[0]
	f.Test, f.ErrorType, f.Message, f.Output = r.Symptoms[0].Test, r.Symptoms[0].ErrorType, r.Symptoms[0].Message, r.Symptoms[0].Signature.Text
	c.Cited = []publish.Cited{{Record: r, Score: 0.9, MatchedBy: memory.ByTemplate, Reused: r.Fix.Description, Changed: r.Fix.RootCause}}
	c.Reason, c.Diagnosis, c.Notes = r.StatusReason, r.Fix.RootCause, []string{r.Outcome, r.StatusReason}
	return c
}

var fence = regexp.MustCompile("^[ >]*(`{3,})")

// prose is a Markdown text without its code, where nothing is obeyed.
func prose(text string) string {
	var out []string
	open := ""
	for line := range strings.Lines(text) {
		m := fence.FindStringSubmatch(line)
		switch {
		case open == "" && m != nil && !strings.Contains(strings.TrimLeft(line, " >`"), "`"):
			open = m[1]
		case open != "" && m != nil && len(m[1]) >= len(open) && strings.Trim(line, "` >\n") == "":
			open = ""
		case open == "":
			out = append(out, withoutSpans(line))
		}
	}
	return strings.Join(out, "")
}

// withoutSpans is a line without its code spans: each ends at as many backticks as it
// begins with.
func withoutSpans(line string) string {
	runs := regexp.MustCompile("`+").FindAllStringIndex(line, -1)
	var b strings.Builder
	at := 0
	for i := 0; i < len(runs); i++ {
		size := runs[i][1] - runs[i][0]
		for j := i + 1; j < len(runs); j++ {
			if runs[j][1]-runs[j][0] == size {
				b.WriteString(line[at:runs[i][0]])
				at, i = runs[j][1], j
				break
			}
		}
	}
	return b.String() + line[at:]
}

var (
	// called is what calls a person, closes an issue, or moves a terminal, in any text.
	called = regexp.MustCompile(`(?im)(^|[^\w\\(>&;])@(everyone|octocat)\b|\b(fixes|closes) #[12]\b|##\[|[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{200b}\x{202a}-\x{202e}\x{2060}\x{2066}-\x{2069}\x{feff}\x{e0000}-\x{e007f}]`)
	// active is what a page acts on.
	active = regexp.MustCompile(`(?im)(^|[^\\])<(img|system|details open|memory|/memory|!--\s+regreen:marker)|(^|[^\\])!\[x|\]\((https://evil|javascript|file)|^# Approved|^\| a \|`)
	// taken is what a runner that prints a commit would obey, and what speaks for others there.
	taken = regexp.MustCompile(`(?m)^[\s\p{Z}]*::|^Signed-off-by:`)
)

// What a poisoned record says is quoted on the pages that show it: nobody is called, no
// issue closed, no image fetched, no mark forged, and no runner or terminal obeys it.
func TestPoisonIsQuoted(t *testing.T) {
	everywhere := memorytest.New("acme", "Everywhere")
	all := "x\n<img src=x> @everyone Fixes #1 ![x](https://evil.example) \x1b[2J\u202e\n::set-output name=a::b\n##[group]x\n<!-- regreen:marker -->\n```\nSigned-off-by: owner\n# Approved\n| a | b |\n|---|---|"
	memorytest.EachText(&everywhere, func(_ string, text *string) { *text = all })
	records := []memorytest.Poison{{Name: "every field", Record: everywhere}}
	for _, p := range append(records, memorytest.Poisoned("acme")...) {
		if p.Refused {
			continue
		}
		c := poisoned(p.Record)
		pull := publish.Render(c, publish.Style{Tenant: "acme"})
		for page, text := range map[string]string{"pull request": pull.Body, "comment": publish.Comment(c, publish.Style{}), "summary": publish.Summary(c, []string{p.Record.Outcome})} {
			shown := prose(text)
			for _, bad := range []*regexp.Regexp{active, called} {
				if at := bad.FindStringIndex(shown); at != nil {
					t.Errorf("%s, %s: …%q…", p.Name, page, shown[max(0, at[0]-60):min(len(shown), at[1]+60)])
				}
			}
			if hidden := regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202e}]`).FindStringIndex(text); hidden != nil {
				t.Errorf("%s, %s: %q", p.Name, page, text[max(0, hidden[0]-30):hidden[1]])
			}
		}
		for what, text := range map[string]string{"title": pull.Title, "commit": pull.CommitMessage} {
			if called.MatchString(text) || taken.MatchString(text) {
				t.Errorf("%s, %s: %q", p.Name, what, text)
			}
		}
	}
}
