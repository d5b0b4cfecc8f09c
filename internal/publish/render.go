package publish

import (
	"embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/scrub"
)

const (
	// DefaultMaxBody is the most bytes of a body. GitHub names 65,536 characters as
	// its limit and counts in its own way; the rest is a margin.
	DefaultMaxBody = 60_000
	maxTitle       = 100  // runes; GitHub cuts at 256, lists show about 100
	maxSubject     = 72   // runes of a commit's first line
	wrapAt         = 72   // columns of a commit message
	maxShown       = 10   // failures that are listed
	maxMessage     = 300  // runes of a failure's message
	maxExcerpt     = 4000 // bytes of the first failure's output
	maxPatch       = DefaultMaxBody / 2
)

// Style is how the owner wants it. The zero value opens a draft with the label
// "regreen" on a branch that starts with DefaultPrefix.
type Style struct {
	Prefix  string   // of the branch name
	Base    string   // branch to open the pull request against; "" is the failing one
	Ready   bool     // not as a draft
	Labels  []string // nil means "regreen"
	MaxBody int      // bytes; 0 means DefaultMaxBody
	Tenant  string   // of the records, for the marker
}

// DefaultLabel marks the pull requests of regreen.
const DefaultLabel = "regreen"

func (s Style) labels() []string {
	if s.Labels == nil {
		return []string{DefaultLabel}
	}
	return s.Labels
}

// PullRequest is a pull request to be opened.
type PullRequest struct {
	Title         string   `json:"title"`
	Body          string   `json:"body"`
	Branch        string   `json:"branch"`
	Base          string   `json:"base"`
	CommitMessage string   `json:"commit_message"`
	Draft         bool     `json:"draft"`
	Labels        []string `json:"labels"`
	Number        int      `json:"number,omitempty"` // of an open one that is only to be labelled
}

//go:embed templates/body.md.tmpl
var files embed.FS

// Render makes the pull request of a change.
func Render(c Change, s Style) PullRequest {
	branch := Branch(s.Prefix, c.Fingerprint, c.base())
	if c.Posted.Branch == "" {
		c.Posted.Branch = branch
	}
	return PullRequest{
		Title:         title(c, maxTitle),
		Body:          fit(marker(c, s, KindPullRequest), pullSections(c), s.MaxBody),
		Branch:        branch,
		Base:          target(c, s),
		CommitMessage: commitMessage(c),
		Draft:         !s.Ready,
		Labels:        s.labels(),
	}
}

// Comment makes the one comment on the failing pull request: a pointer to the pull
// request with the fix, or, without one, all that there is to say.
func Comment(c Change, s Style) string {
	sections := commentSections(c)
	if c.Posted.Number > 0 { // which has the rest
		sections = slices.DeleteFunc(sections, func(s section) bool { return !slices.Contains(pointer, s.name) })
		sections = append(sections, section{name: "rest", text: "The evidence, the memories that were reused and the cost are in the pull request."})
	}
	return fit(marker(c, s, KindComment), sections, s.MaxBody)
}

// pointer are the sections of a comment that points to a pull request.
var pointer = []string{"headline", "posted", "failure", "fix"}

// Summary makes the job summary: the comment without its marker, and with the
// lines of configuration, each "name: value".
func Summary(c Change, configuration []string) string {
	sections := commentSections(c)
	if text := c.Token.means(); text != "" {
		sections = append(sections, section{name: "token", text: text, shed: 2})
	}
	if len(configuration) > 0 {
		text := "<details><summary>Configuration</summary>\n\n" + scrub.Fence(strings.Join(configuration, "\n"), "") + "\n</details>"
		sections = append(sections, section{name: "configuration", text: text, shed: 1})
	}
	// A summary may hold a megabyte; more than a body's worth is not read.
	return fit("", sections, 4*DefaultMaxBody)
}

// target is the branch to open a pull request against.
func target(c Change, s Style) string {
	for _, b := range []string{s.Base, c.Event.HeadRef, c.Event.Default} {
		if b != "" {
			return b
		}
	}
	return ""
}

func marker(c Change, s Style, kind string) string {
	m := Marker{Kind: kind, Fingerprint: c.Fingerprint, Head: c.base(), Outcome: string(c.Outcome),
		Attempts: max(1, c.Attempts), Stored: c.RecordID, Tenant: s.Tenant, Run: RunURL(c.Event)}
	for _, cited := range c.Cited {
		m.Records = append(m.Records, cited.Record.ID)
	}
	return m.String()
}

// section is a part of a text. Those with the smallest positive shed go first when
// the text does not fit; 0 stays.
type section struct {
	name string
	text string
	shed int
}

func pullSections(c Change) []section {
	return present(c, []choice{
		{"headline", 0, true},
		{"failure", 7, true},
		{"output", 1, excerpt(c) != ""},
		{"fix", 6, true},
		{"evidence", 0, true},
		{"repeat", 8, repeat(c) != ""},
		{"provenance", 8, true},
		{"ci", 4, c.Token == TokenRunner},
		{"cost", 5, true},
		{"howto", 3, true},
	})
}

func commentSections(c Change) []section {
	proved := c.Outcome.Proved() || c.Outcome == outcome.Partial
	loose := proved && c.Patch != "" && c.Posted.Number == 0
	return present(c, []choice{
		{"headline", 0, true},
		{"posted", 0, c.Posted.Number > 0},
		{"forbidden", 0, c.Posted.Number == 0 && c.Posted.Reason != ""},
		{"failure", 5, len(c.Report.Failures) > 0},
		{"output", 1, !proved && excerpt(c) != ""},
		{"fix", 4, proved},
		{"diagnosis", 4, c.Diagnosis != ""},
		{"next", 0, nextInWorkflow(c) != ""},
		{"evidence", 0, proved},
		{"repeat", 1, repeat(c) != ""},
		{"provenance", 6, proved},
		{"apply", 3, loose && len(c.Patch) <= maxPatch},
		{"cost", 2, len(c.Notes) > 0 || c.Model != "" || proved},
	})
}

type choice struct {
	name string
	shed int
	show bool
}

func present(c Change, choices []choice) []section {
	t := templates()
	var out []section
	for _, ch := range choices {
		if !ch.show {
			continue
		}
		var b strings.Builder
		if err := t.ExecuteTemplate(&b, ch.name, c); err != nil {
			// The templates are embedded and every one is executed by a test.
			panic(fmt.Sprintf("publish: template %s: %v", ch.name, err))
		}
		out = append(out, section{ch.name, strings.TrimSpace(b.String()), ch.shed})
	}
	return out
}

// fit joins the sections below the marker, and leaves out as many as needed, in
// the order of their shed, so that the text has at most limit bytes.
func fit(marker string, sections []section, limit int) string {
	if limit <= 0 {
		limit = DefaultMaxBody
	}
	sections = slices.Clone(sections)
	for {
		text := join(marker, sections)
		if len(text) <= limit {
			return text
		}
		next := -1
		for i, s := range sections {
			if s.shed > 0 && (next < 0 || s.shed < sections[next].shed) {
				next = i
			}
		}
		if next < 0 {
			return cut(text, limit)
		}
		sections[next] = section{name: sections[next].name,
			text: "_(" + sections[next].name + ": left out, the text would be too long)_"}
	}
}

func join(marker string, sections []section) string {
	parts := make([]string, 0, len(sections)+1)
	if marker != "" {
		parts = append(parts, marker)
	}
	for _, s := range sections {
		parts = append(parts, s.text)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// cut shortens a text without markup that spans lines to whole lines.
func cut(text string, limit int) string {
	text = strings.ToValidUTF8(text[:limit], "")
	if i := strings.LastIndexByte(text, '\n'); i > 0 {
		text = text[:i+1]
	}
	return text
}

func templates() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"md": scrub.Markdown, "code": scrub.Code, "fence": scrub.Fence,
		"headline": headline, "reason": reason, "sentence": sentence, "runLink": runLink, "failures": failures, "moreFailures": moreFailures,
		"excerpt": excerpt, "count": count, "evidence": evidence, "integrity": integrity,
		"cited": cited, "cost": cost, "tryIt": tryIt, "next": nextInWorkflow, "apply": apply, "repeat": repeat, "posted": posted,
	}).ParseFS(files, "templates/body.md.tmpl"))
}

func title(c Change, limit int) string {
	t := c.Title
	if strings.TrimSpace(t) == "" {
		t = "Fix " + subject(c)
	}
	return scrub.Line(scrub.CommitText(scrub.Line(t, 0)), limit)
}

// subject names the first failure in a few words. A name stands in quotes that the
// lists of pull requests show as code: tests have names such as "returns nothing".
func subject(c Change) string {
	if len(c.Report.Failures) == 0 {
		return "the failing build" + in(c.Folder)
	}
	f := c.Report.Failures[0]
	name := "the failing build"
	for _, s := range []string{f.Test, f.File, f.ErrorType} {
		if s = scrub.Line(s, maxTitle/2); s != "" {
			name = quoted(s)
			break
		}
	}
	name += in(c.Folder)
	if more := len(c.Report.Failures) - 1; more > 0 {
		return fmt.Sprintf("%s and %d more", name, more)
	}
	return name
}

// quoted puts a name in backticks, or in quotes where it has backticks of its own.
func quoted(name string) string {
	if strings.Contains(name, "`") {
		return `"` + name + `"`
	}
	return "`" + name + "`"
}

func commitMessage(c Change) string {
	var b strings.Builder
	b.WriteString(title(c, maxSubject) + "\n")
	for _, text := range []string{c.Description, c.RootCause} {
		// Once more after it was wrapped: that moves words to the start of a line.
		if text = scrub.CommitText(wrap(scrub.CommitText(text))); text != "" {
			b.WriteString("\n" + text + "\n")
		}
	}
	b.WriteString("\n" + trailerSignature + ": " + c.Fingerprint + "\n")
	for _, cited := range c.Cited {
		b.WriteString(trailerMemory + ": " + scrub.Line(cited.Record.ID, maxTitle) + "\n")
	}
	if c.RecordID != "" {
		b.WriteString(trailerRecord + ": " + c.RecordID + "\n")
	}
	if u := RunURL(c.Event); u != "" {
		b.WriteString(trailerRun + ": " + u + "\n")
	}
	return b.String()
}

// wrap breaks lines at blanks so that they stay within wrapAt runes where they can.
func wrap(s string) string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(s)) {
		current := ""
		for _, word := range strings.Fields(line) {
			if current != "" && len([]rune(current))+1+len([]rune(word)) > wrapAt {
				out, current = append(out, current), ""
			}
			current = strings.TrimPrefix(current+" "+word, " ")
		}
		out = append(out, current)
	}
	return strings.Join(out, "\n")
}

func headline(c Change) string {
	n := len(c.Report.Failures)
	what := fmt.Sprintf("%d failures", n)
	if n == 1 {
		what = "the failure"
	}
	switch c.Outcome {
	case outcome.FixedFromMemory:
		return "TL;DR: a remembered fix cures " + what + "; the rerun proves it."
	case outcome.Fixed:
		return "TL;DR: this patch cures " + what + "; the rerun proves it."
	case outcome.Partial:
		return "TL;DR: this patch cures a part of " + what + "; the rest is as before."
	}
	return "Outcome: " + string(c.Outcome) + "."
}

// reason is why the run ended so; what proves a fix and what it reuses has places of its own.
func reason(c Change) string {
	if c.Outcome.Proved() {
		return ""
	}
	return c.Reason
}

// sentence gives a remark the form of one.
func sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[size:]
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// runLink links the failed run; its parts are numbers and checked names.
func runLink(c Change) string {
	u := RunURL(c.Event)
	if u == "" {
		return ""
	}
	job := ""
	if c.Event.Job != "" {
		job = ", job " + scrub.Code(c.Event.Job)
	}
	return fmt.Sprintf("[Run %d](%s)%s.\n", c.Event.RunID, u, job)
}

func failures(c Change) []string {
	var out []string
	for _, f := range c.Report.Failures[:min(len(c.Report.Failures), maxShown)] {
		out = append(out, describe(f))
	}
	return out
}

func moreFailures(c Change) string {
	if n := len(c.Report.Failures) - maxShown; n > 0 {
		return fmt.Sprintf("and %d more", n)
	}
	return ""
}

func describe(f failure.Failure) string {
	var parts []string
	if f.Test != "" {
		parts = append(parts, scrub.Code(scrub.Line(f.Test, 200)))
	}
	if f.File != "" {
		at := f.File
		if f.Line > 0 {
			at += fmt.Sprintf(":%d", f.Line)
		}
		parts = append(parts, "at "+scrub.Code(scrub.Line(at, 200)))
	}
	if f.ErrorType != "" && f.ErrorType != string(failure.KindTest) && f.ErrorType != string(failure.KindUnknown) {
		parts = append(parts, scrub.Code(scrub.Line(f.ErrorType, 100)))
	}
	text := strings.Join(parts, " ")
	if m := scrub.Line(f.Message, maxMessage); m != "" {
		text += ": " + scrub.Code(m)
	}
	if text == "" {
		return string(f.Kind)
	}
	return text
}

func excerpt(c Change) string {
	if len(c.Report.Failures) == 0 || c.Report.Failures[0].Output == "" {
		return ""
	}
	out := scrub.Text(c.Report.Failures[0].Output)
	if m := scrub.Line(c.Report.Failures[0].Message, 0); !strings.Contains(strings.TrimSpace(out), "\n") && m != "" && len(m) <= maxMessage && strings.Contains(out, m) {
		return "" // it is in the list of failures
	}
	if len(out) > maxExcerpt {
		out = strings.ToValidUTF8(out[:maxExcerpt], "") + "\n…"
	}
	return scrub.Fence(out, "")
}

func count(n *int) string {
	if n == nil {
		return "–"
	}
	return fmt.Sprint(*n)
}

func evidence(c Change) string {
	e := c.Evidence
	parts := []string{"Without the patch it " + Failed(e), "With it " + Passed(e)}
	if e.Command != "" {
		parts = append(parts, "Command: "+scrub.Code(e.Command)+in(c.Folder))
	}
	if e.Isolation != "" {
		parts = append(parts, "In a fresh "+scrub.Code(e.Isolation))
	}
	if e.Toolchain != "" {
		parts = append(parts, "Toolchain: "+scrub.Code(e.Toolchain))
	}
	if len(e.Unenforced) > 0 {
		parts = append(parts, "Not enforced by the sandbox: "+scrub.Markdown(strings.Join(e.Unenforced, ", ")))
	}
	return strings.Join(parts, ". ") + "."
}

// Failed says what the runs without the patch showed, in words.
func Failed(e memory.Evidence) string {
	if e.Reproduced > 1 {
		return fmt.Sprintf("failed in all of %d runs", e.Reproduced)
	}
	return "failed"
}

// Passed says what the runs with the patch were, and the last ones, without it. Repeats are
// runs of the failing tests, or of all tests, also in another order.
func Passed(e memory.Evidence) string {
	text := "the whole command passed"
	switch repeats := e.Passes - 1; {
	case repeats == 1:
		text += ", and so did a repeat"
	case repeats > 1:
		text += fmt.Sprintf(", and so did %d repeats", repeats)
	}
	if e.ControlRun {
		text += "; when it was taken out, they failed again"
	}
	return text
}

func integrity(c Change) string {
	if len(c.TestPaths) == 0 {
		return "Test integrity: no test, test configuration, CI file or test command was changed; nothing is skipped."
	}
	var paths []string
	for _, p := range c.TestPaths {
		paths = append(paths, scrub.Code(p))
	}
	return "Test integrity: **tests were changed**, as the owner allows: " + strings.Join(paths, ", ") + ". Review these first."
}

func cited(m Cited, c Change) string {
	r := m.Record
	text := fmt.Sprintf("%s — matched by %s, similarity %.4f; %s.", idLink(r, c.Event.ServerURL), matched(m.MatchedBy), m.Score, proved(r))
	if m.Shown {
		return text + " Reused: as background for the model, which wrote the patch itself."
	}
	if m.Reused != "" {
		text += " Reused: " + scrub.Markdown(scrub.Line(m.Reused, 300)) + "."
	}
	switch {
	case m.Changed != "":
		text += " Changed: " + scrub.Markdown(scrub.Line(m.Changed, 300)) + "."
	case m.Reused != "":
		text += " Changed: nothing."
	}
	return text
}

func matched(by string) string {
	switch by {
	case memory.ByExact:
		return "exact signature"
	case memory.ByTemplate:
		return "template signature"
	case memory.ByTerms:
		return "terms (similarity was off)"
	}
	return scrub.Markdown(by)
}

// proved says where and when a memory was proved, and what became of it.
func proved(r memory.Record) string {
	how := "proved"
	if r.Trust == memory.Imported || r.Trust == memory.Observed {
		how = string(r.Trust)
	}
	where := r.Origin.Repo
	if r.Proof.Commit != "" {
		where += "@" + r.Proof.Commit[:min(len(r.Proof.Commit), 12)]
	}
	text := how
	if where != "" {
		text += " in " + scrub.Code(where)
	}
	if !r.CreatedAt.IsZero() {
		text += " on " + r.CreatedAt.Format("2006-01-02 15:04 MST")
	}
	if r.Trust == memory.Merged {
		return text + ", merged by a person"
	}
	return text + ", not merged so far"
}

// idLink links a record to its pull request or run, if that lies on the same
// server: a memory is data, and its links are not to be trusted beyond that.
func idLink(r memory.Record, server string) string {
	id := scrub.Code(scrub.Line(r.ID, maxTitle))
	for _, u := range []string{r.Origin.PullRequest, r.Proof.RunURL} {
		if sameServer(u, server) {
			return "[" + id + "](" + u + ")"
		}
	}
	return id
}

func sameServer(link, server string) bool {
	l, err := url.Parse(link)
	if err != nil || link == "" || strings.ContainsAny(link, "()<>[] \"'`\n") {
		return false
	}
	s, err := url.Parse(server)
	return err == nil && l.Scheme == s.Scheme && l.Host == s.Host && l.User == nil && s.Host != ""
}

func cost(c Change) string {
	text := "No model was asked."
	if c.Requests > 0 {
		price := "price unknown"
		if c.PriceKnown {
			price = fmt.Sprintf("$%.4f", c.CostUSD)
		}
		name := "The model"
		if c.Model != "" {
			name = "Model " + scrub.Code(c.Model)
		}
		text = fmt.Sprintf("%s: %d requests, %d tool calls, %d tokens, %s.", name, c.Requests, c.ToolCalls, c.Tokens, price)
	}
	if len(c.Limits) > 0 {
		text += " Limits of the run: " + scrub.Markdown(strings.Join(c.Limits, ", ")) + "."
	}
	return text
}

// tryIt says how to get the patch and how to see that it helps. Branch names are ours.
func tryIt(c Change) string {
	get := "apply the patch above"
	switch {
	case c.Posted.SHA != "":
		get = scrub.Code("git fetch origin " + c.Posted.Branch + " && git switch --detach FETCH_HEAD")
	case c.PatchFile != "":
		get = scrub.Code("git apply " + c.PatchFile)
	}
	command := c.Evidence.Command
	if command == "" {
		return get
	}
	return get + ", then " + scrub.Code(scrub.Line(command, 300)) + in(c.Folder)
}

// in names the folder that a command runs in, where it is not the top.
func in(folder string) string {
	if folder == "" {
		return ""
	}
	return " in " + scrub.Code(folder)
}

// apply is a shell command that carries the patch with it.
func apply(c Change) string { return scrub.Fence("git apply "+here(c.Patch), "sh") }

// here makes a patch the input of a command. Every line of a patch starts with a
// character of its own, so none can end the here-document.
func here(patch string) string {
	return "<<'REGREEN'\n" + strings.TrimRight(patch, "\n") + "\nREGREEN"
}

// repeat is a shell command that makes the proof again: with the patch from the commit that
// was pushed, from the file of a run by hand, or carried along. "" if there is none.
func repeat(c Change) string {
	commit := c.Evidence.Commit
	switch {
	case c.Repeat == "":
		return ""
	case c.Posted.SHA != "":
		return scrub.Fence(fmt.Sprintf("git fetch origin %[1]s %[2]s && git switch --detach %[1]s && git diff-tree -p %[3]s %[2]s | %[4]s --patch -",
			commit, c.Posted.SHA, c.base(), c.Repeat), "sh")
	case c.Posted.Branch != "" && c.PatchFile != "": // a dry run's
		return scrub.Fence(c.Repeat+" --patch '"+strings.ReplaceAll(c.PatchFile, "'", `'\''`)+"'", "sh")
	case c.Patch == "" || len(c.Patch) > maxPatch || c.Posted.Number > 0:
		return ""
	}
	return scrub.Fence(fmt.Sprintf("git fetch origin %[1]s && git switch --detach %[1]s && %s --patch - %s", commit, c.Repeat, here(c.Patch)), "sh")
}

func posted(c Change) string {
	return fmt.Sprintf("Pull request: [#%d](%s), against this branch.", c.Posted.Number, c.Posted.URL)
}
