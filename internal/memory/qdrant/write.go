package qdrant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	qc "github.com/qdrant/go-client/qdrant"

	"github.com/regreen/regreen/internal/memory"
)

// maxRaces is how often a write that lost against another is tried again.
const maxRaces = 50

// Put implements memory.Writer. The first writer of a record inserts it, later ones
// change the version that they read; each reads back whether it was its write that
// took place, since the server does not say.
func (s *Store) Put(ctx context.Context, r memory.Record) error {
	if err := memory.Validate(r); err != nil {
		return err
	}
	told := false
	err := s.change(ctx, memory.Key{Tenant: r.Tenant, ID: r.ID}, func(old *stored) (*memory.Record, error) {
		merged, changed := r, true
		if old != nil {
			merged, changed = memory.Merge(old.record, r)
		}
		if !changed {
			return nil, nil
		}
		if !told { // once, however many others are faster
			if err := s.audit(ctx, r.Audit()); err != nil {
				return nil, err
			}
			told = true
		}
		return &merged, nil
	})
	if err != nil {
		return fmt.Errorf("store record %s: %w", r.ID, err)
	}
	return nil
}

// change replaces what is stored under k by what next makes of it; nil changes nothing.
func (s *Store) change(ctx context.Context, k memory.Key, next func(old *stored) (*memory.Record, error)) error {
	if err := s.writable(ctx, k.Tenant); err != nil {
		return err
	}
	for try := range maxRaces {
		old, err := s.get(ctx, k)
		if err != nil {
			return err
		}
		r, err := next(old)
		if err != nil || r == nil {
			return err
		}
		done, err := s.swap(ctx, old, *r)
		if err != nil || done {
			return err
		}
		if err := pause(ctx, nil, min(try/8+1, 4)); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %d other writers were faster", ErrNotStored, maxRaces)
}

// swap writes r in place of old, or for the first time, and reports whether it did.
func (s *Store) swap(ctx context.Context, old *stored, r memory.Record) (bool, error) {
	next := stored{record: r, version: 1, nonce: uuid.NewString()}
	req := &qc.UpsertPoints{CollectionName: s.o.Collection, Wait: qc.PtrOf(true), Ordering: ordered(), UpdateMode: qc.UpdateMode_InsertOnly.Enum()}
	if old != nil {
		next.version, next.counters = old.version+1, old.counters
		// Without the mode, an absent point would be inserted whatever the filter says.
		req.UpdateMode = qc.UpdateMode_UpdateOnly.Enum()
		req.UpdateFilter = &qc.Filter{Must: []*qc.Condition{qc.NewMatchInt("version", old.version)}}
	}
	p, err := s.pointOf(next)
	if err != nil {
		return false, err
	}
	req.Points = []*qc.PointStruct{p}
	if err := s.update(ctx, func(ctx context.Context) (*qc.UpdateResult, error) { return s.client.Upsert(ctx, req) }); err != nil {
		return false, err
	}
	now, err := s.point(ctx, p.GetId())
	if err != nil || now == nil {
		return false, err
	}
	written := now.GetPayload()["nonce"].GetStringValue() == next.nonce
	// Another may have changed the record again since: its version is then higher than
	// ours, and it went out from what we wrote or from what beat us. Trying again
	// merges into that, which changes nothing if ours was taken over.
	return written, nil
}

// SetStatus implements memory.Writer.
func (s *Store) SetStatus(ctx context.Context, sel memory.Selector, status memory.Status, reason string) (int, error) {
	n, err := s.all(ctx, sel, sel.Audit("status "+string(status), 0, reason), func(keys []memory.Key) (n int, err error) {
		for _, k := range keys {
			done, err := s.setStatus(ctx, k, status, reason)
			if err != nil {
				return n, fmt.Errorf("record %s: %w", k.ID, err)
			}
			n += done
		}
		return n, nil
	})
	if err != nil {
		return n, fmt.Errorf("set status: %w", err)
	}
	return n, nil
}

// setStatus returns 0 where there is no record any more, or none that can be served.
func (s *Store) setStatus(ctx context.Context, k memory.Key, status memory.Status, reason string) (n int, err error) {
	err = s.change(ctx, k, func(old *stored) (*memory.Record, error) {
		if n = 0; old == nil {
			return nil, nil // deleted meanwhile
		}
		n = 1
		r := old.record
		if r.Status == status && r.StatusReason == reason {
			return nil, nil
		}
		r.Status, r.StatusReason = status, reason
		return &r, memory.Validate(r)
	})
	if errors.Is(err, errForeign) {
		return 0, nil
	}
	return n, err
}

// all changes the records that sel selects. The line comes first, as memory.Audit says,
// and one more where not all of them were changed.
func (s *Store) all(ctx context.Context, sel memory.Selector, line memory.Audit, change func([]memory.Key) (int, error)) (int, error) {
	keys, err := s.keys(ctx, sel)
	if err != nil {
		return 0, err
	}
	line.Count = len(keys)
	if err := s.audit(ctx, line); err != nil {
		return 0, err
	}
	n, err := change(keys)
	if n < len(keys) {
		err = errors.Join(err, s.audit(ctx, line.Ended(n)))
	}
	return n, err
}

// audit writes down a change beside the records, for all who share them.
func (s *Store) audit(ctx context.Context, a memory.Audit) error {
	a.Time = s.o.Now().UTC()
	data, err := json.Marshal(a)
	if err == nil {
		payload := map[string]*qc.Value{"kind": text(kindAudit), "tenant": text(a.Tenant), "created": qc.NewValueInt(micros(a.Time.UnixNano())), "audit": text(string(data))}
		err = s.insert(ctx, pointID(kindAudit, uuid.NewString()), payload)
	}
	if err != nil {
		return fmt.Errorf("write audit line: %w", err)
	}
	return nil
}

// keys lists the records that sel selects.
func (s *Store) keys(ctx context.Context, sel memory.Selector) ([]memory.Key, error) {
	if err := s.writable(ctx, sel.Tenant); err != nil {
		return nil, err
	}
	var keys []memory.Key
	err := s.each(ctx, only(selected(sel), "tenant", "record_id"), func(p *qc.RetrievedPoint) error {
		keys = append(keys, memory.Key{Tenant: p.GetPayload()["tenant"].GetStringValue(), ID: p.GetPayload()["record_id"].GetStringValue()})
		return nil
	})
	return keys, err
}

// Delete implements memory.Writer.
func (s *Store) Delete(ctx context.Context, sel memory.Selector) (int, error) {
	n, err := s.all(ctx, sel, sel.Audit("delete", 0, ""), func(keys []memory.Key) (n int, err error) {
		for page := range slices.Chunk(keys, pageSize) {
			if err := s.deletePoints(ctx, page); err != nil {
				return n, err
			}
			n += len(page)
		}
		return n, nil
	})
	if err != nil {
		return n, fmt.Errorf("delete from Qdrant: %w", err)
	}
	return n, nil
}

func (s *Store) deletePoints(ctx context.Context, keys []memory.Key) error {
	var ids []*qc.PointId
	for _, k := range keys {
		ids = append(ids, recordPoint(k.Tenant, k.ID))
	}
	return s.update(ctx, func(ctx context.Context) (*qc.UpdateResult, error) {
		return s.client.Delete(ctx, &qc.DeletePoints{CollectionName: s.o.Collection, Wait: qc.PtrOf(true), Points: qc.NewPointsSelectorIDs(ids)})
	})
}

// Add implements memory.Writer: one point a use, so that writers never conflict, and
// after it a fresh sum beside the record, so that a search needs no second trip.
func (s *Store) Add(ctx context.Context, u memory.Use) error {
	if err := s.writable(ctx, u.Tenant); err != nil {
		return err
	}
	data, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("count use of %s: %w", u.ID, err)
	}
	payload := map[string]*qc.Value{"kind": text(kindUse), "tenant": text(u.Tenant), "record_id": text(u.ID), "use": text(string(data))}
	if err := s.insert(ctx, pointID(kindUse, u.Tenant, u.ID, u.Identity()), payload); err != nil {
		return fmt.Errorf("count use of %s: %w", u.ID, err)
	}
	if memory.IsTally(u.ID) {
		return nil // no record to put a copy beside
	}
	k := memory.Key{Tenant: u.Tenant, ID: u.ID}
	sum, err := s.sum(ctx, k)
	if err == nil {
		err = s.setCounters(ctx, k, sum)
	}
	if err != nil {
		return fmt.Errorf("count use of %s: %w", u.ID, err)
	}
	return nil
}

func (s *Store) sum(ctx context.Context, k memory.Key) (memory.Counters, error) {
	uses := memory.Uses{}
	filter := &qc.Filter{Must: []*qc.Condition{qc.NewMatch("kind", kindUse), qc.NewMatch("tenant", k.Tenant), qc.NewMatch("record_id", k.ID)}}
	err := s.each(ctx, only(filter, "use"), func(p *qc.RetrievedPoint) error {
		var u memory.Use
		if json.Unmarshal([]byte(p.GetPayload()["use"].GetStringValue()), &u) == nil && u.Tenant == k.Tenant && u.ID == k.ID {
			uses.Add(u)
		}
		return nil
	})
	return uses.Sum(k), err
}

// setCounters puts the copy beside the record. Two that do so at once may leave the
// older sum; the next use mends it, and Counters never reads the copy.
func (s *Store) setCounters(ctx context.Context, k memory.Key, sum memory.Counters) error {
	data, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	return s.update(ctx, func(ctx context.Context) (*qc.UpdateResult, error) {
		return s.client.SetPayload(ctx, &qc.SetPayloadPoints{
			CollectionName: s.o.Collection, Wait: qc.PtrOf(true), Payload: map[string]*qc.Value{"counters": text(string(data))},
			// By filter: a record that was deleted is no error, and is not made again.
			PointsSelector: qc.NewPointsSelectorFilter(selected(memory.Selector{Tenant: k.Tenant, ID: k.ID})),
		})
	})
}

func (s *Store) writable(ctx context.Context, tenant string) error {
	if err := ready(ctx, tenant); err != nil {
		return err
	}
	if s.o.Mode == ReadOnly {
		return memory.ErrReadOnly
	}
	return nil
}
