package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/verify"
)

const (
	// bundleFile is the one file of the bundle folder.
	bundleFile = "bundle.json"
	// maxBundle bounds what publish reads: a patch and its files, far below this.
	maxBundle = 32 << 20
)

// parcel is what the job that runs the code hands to the job that writes.
type parcel struct {
	Proof  *verify.Bundle `json:"proof"` // nil: nothing was proved
	Change publish.Change `json:"change"`
	Origin memory.Origin  `json:"origin"`
	Replay []string       `json:"replay,omitempty"` // ids of the records whose patch was replayed and held
	Cost   float64        `json:"cost_usd"`         // what the model was paid, which the first job may not enter into the memory
}

// pack makes the bundle.
func (s *session) pack(d answer.Run) ([]byte, error) {
	p := parcel{Change: d.Change, Origin: s.remember(memory.VisibleTenant).Origin, Cost: d.Res.Usage.CostUSD}
	if d.Res.Proof != nil {
		b := d.Res.Proof.Bundle(s.event, func(path string) ([]byte, bool) {
			data, there, err := s.work.Original(path)
			return data, there && err == nil
		})
		p.Proof = &b
		if d.Res.Outcome == outcome.FixedFromMemory {
			for _, r := range d.Res.Reused {
				p.Replay = append(p.Replay, r.Record.ID)
			}
		}
	}
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("pack the bundle: %w", err)
	}
	return data, nil
}

func writeBundle(dir string, data []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("pack the bundle: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, bundleFile), data, 0o644); err != nil {
		return fmt.Errorf("pack the bundle: %w", err)
	}
	return nil
}

func readParcel(dir string) (parcel, error) {
	var p parcel
	name := filepath.Join(dir, bundleFile)
	info, err := os.Stat(name)
	if err != nil {
		return p, cli.Usage(fmt.Errorf("read the bundle: %w", err))
	}
	if !info.Mode().IsRegular() {
		return p, cli.Usagef("the bundle %q is no regular file", name)
	}
	if info.Size() > maxBundle {
		return p, cli.Usagef("the bundle %q has %d bytes, more than the %d that are read", name, info.Size(), maxBundle)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return p, fmt.Errorf("read the bundle: %w", err)
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, cli.Usage(fmt.Errorf("read the bundle %q: %w", name, err))
	}
	return p, nil
}

// publish is the second of two jobs: it opens the bundle against its own event, then
// remembers and publishes. It runs no code of the repository.
func (a *step) publish(ctx context.Context) (answer.Run, error) {
	p, err := readParcel(a.values["bundle"])
	if err != nil {
		return answer.Run{}, err
	}
	reader, err := a.reader()
	if err != nil {
		return answer.Run{}, err
	}
	if _, err := a.resolve(ctx, reader); err != nil {
		return answer.Run{}, err
	}
	if d, over := a.over(); over {
		return d, nil
	}
	s, err := a.desk()
	if err != nil {
		return answer.Run{}, err
	}
	d, err := s.deliver(ctx, a, p)
	return d, errors.Join(err, s.close())
}

// desk is a session without a checkout: it only writes.
func (a *step) desk() (*session, error) {
	f, err := a.flags()
	if err != nil {
		return nil, err
	}
	client, err := a.writer()
	if err != nil {
		return nil, err
	}
	f.MemoryWrite = a.values["memory-write"] != "false" && a.values["dry-run"] != "true"
	s := &session{env: a.env, flags: f, id: uuid.NewString(), say: a.say, event: a.event, host: client, masked: actions.Secrets(a.values)}
	if s.redact, err = scrub.New(s.secrets()); err != nil {
		return nil, err
	}
	if s.policy, err = f.Policy(); err != nil {
		return nil, err
	}
	owner, _, _ := strings.Cut(a.event.Repo, "/")
	s.tenant = backend.TenantOf(a.env, f.Place, owner)
	return s, nil
}

// deliver trusts of a parcel only what verify accepts. What it does not accept may
// still be shown as a comment: the texts are escaped, and nothing is remembered.
func (s *session) deliver(ctx context.Context, a *step, p parcel) (answer.Run, error) {
	c := p.Change
	c.Event, c.Token = a.event, s.host.Kind()
	d := answer.Ended(c.Outcome, c.Reason)
	allow := publish.Effects{Comment: a.event.PR > 0 && a.values["dry-run"] != "true"}
	var proof *verify.Proof
	var err error
	if !a.event.Trusted {
		c.Repeat = "" // a command that strangers may have written is not shown to be run
	}
	if p.Proof != nil && a.event.Trusted {
		proof, err = verify.Open(*p.Proof, a.event, s.policy)
		if err != nil {
			return d, err
		}
		if c.Patch != proof.Patch().String() || !c.Outcome.Proved() {
			return d, fmt.Errorf("%w: what it shows is not what it proves", verify.ErrBundle)
		}
		c.Evidence, c.BaseSHA = proof.Evidence(), a.event.HeadSHA
		allow.Push = a.values["dry-run"] != "true"
	} else if c.Outcome.Proved() {
		c.Delivery = outcome.Patch
	}
	if err := s.rememberParcel(ctx, p, proof, &c); err != nil {
		d.Res.Notes = append(d.Res.Notes, "the fix was not remembered: "+err.Error())
	} else if err := backend.Flush(ctx, s.store); err != nil {
		d.Res.Notes = append(d.Res.Notes, err.Error())
	}
	posted, err := publish.Post(ctx, s.host, c, s.style(), allow)
	if err != nil {
		return d, fmt.Errorf("publish: %w", err)
	}
	c.Posted, c.Delivery = posted, cmp.Or(posted.Delivery, c.Delivery)
	d.Change, d.Posted, d.Delivery = c, posted, c.Delivery
	return d, nil
}

// rememberParcel stores what was proved, or counts the replay that held, and enters
// what the run paid, also where it proved nothing: proof is nil then.
func (s *session) rememberParcel(ctx context.Context, p parcel, proof *verify.Proof, c *publish.Change) error {
	if !s.writes() || proof == nil && p.Cost == 0 {
		return nil
	}
	remote := s.event.ServerURL + "/" + s.event.Repo + ".git"
	store, err := backend.Open(ctx, s.env, s.flags.Place, backend.Access{Session: p.Origin.Session, Remote: remote})
	if err != nil {
		return err
	}
	s.store = store
	s.closer = append(s.closer, store.Close)
	v, err := s.flags.Audience()
	if err != nil {
		return err
	}
	m := s.remember(v)
	m.Origin = p.Origin
	m.Origin.Repo, m.Origin.Private, m.Origin.Actor = s.event.Repo, s.event.Private, s.event.Actor
	if err := m.Paid(ctx, p.Origin.Session, 1, p.Cost); err != nil || proof == nil {
		return err
	}
	if len(p.Replay) > 0 {
		var errs []error
		for _, id := range p.Replay {
			errs = append(errs, m.Replayed(ctx, p.Origin.Session, id, verify.Verified))
		}
		return errors.Join(errs...)
	}
	r, err := m.Fix(ctx, proof, remember.Story{Description: c.Description, RootCause: c.RootCause, Before: func(path string) ([]byte, bool) {
		text, ok := p.Proof.Before[path]
		return []byte(text), ok
	}})
	if err == nil {
		c.RecordID = r.ID
	}
	return err
}

// feedback tells the memory what became of a pull request of regreen's.
func (a *step) feedback(ctx context.Context) (answer.Run, error) {
	fb, ours := publish.ReadFeedback(a.event, cmp.Or(a.values["branch-prefix"], publish.DefaultPrefix))
	if !ours {
		return answer.Ended(outcome.Green, "not a closed pull request of regreen"), nil
	}
	s, err := a.desk()
	if err != nil {
		return answer.Run{}, err
	}
	d, err := a.judged(ctx, s, fb)
	return d, errors.Join(err, s.close())
}

// judged raises the trust of merged records and rejects those of a closed pull
// request, with the person's reason.
func (a *step) judged(ctx context.Context, s *session, fb publish.Feedback) (answer.Run, error) {
	if !s.writes() {
		return answer.Ended(outcome.SkippedUntrust, cmp.Or(a.event.Untrusted, "memory-write is false")), nil
	}
	store, err := backend.Open(ctx, s.env, s.flags.Place, backend.Access{Session: s.id, Remote: s.event.ServerURL + "/" + s.event.Repo + ".git"})
	if err != nil {
		return answer.Run{}, err
	}
	s.store = store
	s.closer = append(s.closer, store.Close)
	m := remember.Memory{Store: store, Tenant: s.tenant, Now: a.env.Now, Redact: s.cleanText}
	ids := fb.Marker.Records
	if fb.Marker.Stored != "" {
		ids = append(ids, fb.Marker.Stored)
	}
	reason := ""
	if !fb.Merged {
		if reason, err = s.host.ClosingReason(ctx, a.event.PR); err != nil {
			return answer.Run{}, fmt.Errorf("read why it was closed: %w", err)
		}
		reason = cmp.Or(reason, "closed without a word")
	}
	n := 0
	for _, id := range ids {
		switch err := m.Judge(ctx, s.id, id, fb.Merged, reason); {
		case err == nil:
			n++
		case !errors.Is(err, memory.ErrNotFound):
			return answer.Run{}, err
		}
	}
	verb := map[bool]string{true: "merged", false: "rejected"}[fb.Merged]
	return answer.Ended(outcome.Green, fmt.Sprintf("%s now %s", console.Plural(n, "record"), verb)), nil
}
