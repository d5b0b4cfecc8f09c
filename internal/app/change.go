package app

import (
	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/publish"
)

// change is what publish shows of a finished run. Its texts are redacted here,
// before anything is rendered.
func (s *session) change(d answer.Run) publish.Change {
	c := publish.Change{
		Event: s.event, Outcome: d.Res.Outcome, Delivery: d.Delivery, Reason: s.cleanText(d.Res.Reason), Report: s.cleanReport(d),
		Patch: d.Res.Patch.String(), Files: files(d), Fingerprint: publish.Fingerprint(d.Res.Report, s.work.Sub()),
		BaseSHA: s.work.Head(), Model: modelOf(d), Requests: d.Res.Usage.Requests, ToolCalls: d.Res.Usage.ToolCalls,
		Tokens: d.Res.Usage.Tokens(), CostUSD: d.Res.Usage.CostUSD, PriceKnown: d.Res.Usage.PriceKnown,
		Notes: d.Res.Notes, PatchFile: d.PatchFile, Folder: s.folder(),
	}
	c.Attempts = s.standing.Attempts + 1
	if c.Requests > 0 {
		c.Limits = s.flags.Ladder.Words()
	}
	if s.host != nil {
		c.Token = s.host.Kind()
	}
	if a := d.Res.Final; a != nil {
		c.Description, c.RootCause, c.Diagnosis = s.cleanText(a.Description), s.cleanText(a.RootCause), s.cleanText(a.Diagnosis)
	}
	if p := d.Res.Proof; p != nil {
		c.Evidence, c.Repeat = p.Evidence(), s.cleanText(s.repetition().JudgeClone(s.home.root))
	}
	if d.Res.Record != nil {
		c.RecordID = d.Res.Record.ID
	}
	for _, r := range d.Res.Reused {
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
func modelOf(d answer.Run) string {
	for i := len(d.Res.Attempts) - 1; i >= 0; i-- {
		if m := d.Res.Attempts[i].Attempt.Model; m != "" {
			return m
		}
	}
	return ""
}

func files(d answer.Run) []publish.File {
	var out []publish.File
	for _, f := range d.Res.Patch.Files() {
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
func (s *session) cleanReport(d answer.Run) failure.Report {
	r := logreport.Clean(d.Res.Report, s.cleanText)
	r.Tail, r.Tests = "", nil
	return r
}
