package app

import (
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/publish"
)

// change is what publish shows of a finished run. Its texts are redacted here,
// before anything is rendered.
func (s *session) change(d finished) publish.Change {
	c := publish.Change{
		Event: s.event, Outcome: d.res.Outcome, Delivery: d.delivery, Reason: s.cleanText(d.res.Reason), Report: s.cleanReport(d),
		Patch: d.res.Patch.String(), Files: files(d), Fingerprint: publish.Fingerprint(d.res.Report, s.work.Sub()),
		BaseSHA: s.work.Head(), Model: modelOf(d), Requests: d.res.Usage.Requests, ToolCalls: d.res.Usage.ToolCalls,
		Tokens: d.res.Usage.Tokens(), CostUSD: d.res.Usage.CostUSD, PriceKnown: d.res.Usage.PriceKnown,
		Notes: d.res.Notes, PatchFile: d.patchFile, Folder: s.folder(),
	}
	c.Attempts = s.standing.Attempts + 1
	if c.Requests > 0 {
		c.Limits = s.flags.Ladder.Words()
	}
	if s.host != nil {
		c.Token = s.host.Kind()
	}
	if a := d.res.Final; a != nil {
		c.Description, c.RootCause, c.Diagnosis = s.cleanText(a.Description), s.cleanText(a.RootCause), s.cleanText(a.Diagnosis)
	}
	if p := d.res.Proof; p != nil {
		c.Evidence, c.Repeat = p.Evidence(), s.cleanText(s.repetition().JudgeClone(s.home.root))
	}
	if d.res.Record != nil {
		c.RecordID = d.res.Record.ID
	}
	for _, r := range d.res.Reused {
		c.Cited = append(c.Cited, publish.Cited{Record: r.Record, Score: r.Score, MatchedBy: r.MatchedBy, Reused: r.How, Shown: r.How == pipeline.Shown})
	}
	return c
}

// folder is where the tests run, relative to the top of the checkout; "" is the top.
func (s *session) folder() string {
	dir := s.work.Sub()
	if s.runner != nil && s.runner.Suite().Dir != "" {
		dir = s.runner.Suite().Dir
	}
	if dir == "." {
		return ""
	}
	return dir
}

// modelOf is the model that was asked last; "" if none was.
func modelOf(d finished) string {
	for i := len(d.res.Attempts) - 1; i >= 0; i-- {
		if m := d.res.Attempts[i].Attempt.Model; m != "" {
			return m
		}
	}
	return ""
}

func files(d finished) []publish.File {
	var out []publish.File
	for _, f := range d.res.Patch.Files() {
		n := publish.File{Path: f.Path()}
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				switch l.Op {
				case '+':
					n.Added++
				case '-':
					n.Removed++
				}
			}
		}
		out = append(out, n)
	}
	return out
}

// cleanReport is the report as people see it.
func (s *session) cleanReport(d finished) failure.Report {
	r := logreport.Clean(d.res.Report, s.cleanText)
	r.Tail, r.Tests = "", nil
	return r
}
