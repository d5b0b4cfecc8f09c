package qdrant

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/regreen/regreen/internal/memory"
)

// patience is how long a call may take and how often it is tried. The client has no
// deadline of its own.
type patience struct {
	timeout time.Duration
	tries   int
}

var (
	probe = patience{3 * time.Second, 1}  // is there a server at all?
	read  = patience{5 * time.Second, 2}  // repeated freely, but a run does not wait long for memory
	write = patience{20 * time.Second, 3} // every write here may be repeated: it has its own id and condition
)

const (
	// firstPause doubles with each try; maxPause bounds also what a server asks for.
	firstPause = 200 * time.Millisecond
	maxPause   = 10 * time.Second
)

// call runs one request under a deadline, and again where the server was busy or gone.
// After one that found no server the next are short, so that a run which writes a dozen
// things does not wait for a dead one a dozen times.
func (s *Store) call(ctx context.Context, p patience, request func(context.Context) error) (err error) {
	if s.gone.Load() {
		p = patience{min(p.timeout, probe.timeout), probe.tries}
	}
	defer func() { s.gone.Store(errors.Is(err, ErrUnreachable)) }()
	for try := range p.tries {
		if try > 0 {
			if err := pause(ctx, err, try); err != nil {
				return err
			}
		}
		err = attempt(ctx, p.timeout, request)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !transient(err) || code(err) == codes.DeadlineExceeded && !s.alive(ctx) {
			break
		}
	}
	return translate(err)
}

// alive reports whether the server answers at all: one that hangs is not waited for again.
func (s *Store) alive(ctx context.Context) bool {
	return attempt(ctx, probe.timeout, func(ctx context.Context) error {
		_, err := s.client.HealthCheck(ctx)
		return err
	}) == nil
}

func attempt(ctx context.Context, timeout time.Duration, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return request(ctx)
}

func transient(err error) bool {
	var limited *qc.QdrantResourceExhaustedError
	if errors.As(err, &limited) {
		return true
	}
	switch code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted:
		return true
	}
	return false
}

// pause waits before the next try: as long as the server asked for, else ever longer,
// spread so that many runs do not come back at once.
func pause(ctx context.Context, err error, try int) error {
	d := firstPause << (try - 1)
	var limited *qc.QdrantResourceExhaustedError
	if errors.As(err, &limited) {
		d = time.Duration(limited.RetryAfterS) * time.Second
	}
	d = max(min(d, maxPause), firstPause)
	timer := time.NewTimer(d/2 + rand.N(d/2))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func code(err error) codes.Code {
	if s, ok := status.FromError(err); ok { // also looks through wrapped errors
		return s.Code()
	}
	return codes.Unknown
}

// translate wraps what a server answers in the errors of this package, by its code.
func translate(err error) error {
	switch code(err) {
	case codes.OK:
		return nil
	case codes.Unavailable, codes.DeadlineExceeded:
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	case codes.Unauthenticated:
		return fmt.Errorf("%w: %w", ErrKey, err)
	case codes.PermissionDenied:
		return fmt.Errorf("%w: the key may only read: %w", memory.ErrReadOnly, err)
	case codes.NotFound:
		return fmt.Errorf("%w: %w", ErrNoCollection, err)
	case codes.Unimplemented:
		return fmt.Errorf("%w: what answers there is not Qdrant's gRPC port: %w", ErrUnreachable, err)
	}
	return err
}

// update runs a write. Only "completed" counts: "acknowledged" may still fail later,
// and nobody would be told.
func (s *Store) update(ctx context.Context, request func(context.Context) (*qc.UpdateResult, error)) error {
	var result *qc.UpdateResult
	err := s.call(ctx, write, func(ctx context.Context) error {
		var err error
		result, err = request(ctx)
		return err
	})
	if err == nil && result.GetStatus() != qc.UpdateStatus_Completed {
		err = fmt.Errorf("%w: its status is %s", ErrNotStored, result.GetStatus())
	}
	return err
}

// point reads one point, nil if there is none.
func (s *Store) point(ctx context.Context, id *qc.PointId) (*qc.RetrievedPoint, error) {
	var points []*qc.RetrievedPoint
	err := s.call(ctx, read, func(ctx context.Context) error {
		var err error
		points, err = s.client.Get(ctx, &qc.GetPoints{
			CollectionName: s.o.Collection, Ids: []*qc.PointId{id},
			WithPayload: qc.NewWithPayload(true), WithVectors: qc.NewWithVectorsInclude(symptomVector, fixVector),
			// In a cluster one replica may be behind; conditional writes go out from this.
			ReadConsistency: qc.NewReadConsistencyType(qc.ReadConsistencyType_Majority),
		})
		return err
	})
	if err != nil || len(points) == 0 {
		return nil, err
	}
	return points[0], nil
}

// insert adds a point without vectors unless its id is taken.
func (s *Store) insert(ctx context.Context, id *qc.PointId, payload map[string]*qc.Value) error {
	return s.update(ctx, func(ctx context.Context) (*qc.UpdateResult, error) {
		return s.client.Upsert(ctx, &qc.UpsertPoints{
			CollectionName: s.o.Collection, Wait: qc.PtrOf(true), UpdateMode: qc.UpdateMode_InsertOnly.Enum(), Ordering: ordered(),
			Points: []*qc.PointStruct{{Id: id, Payload: payload, Vectors: qc.NewVectorsMap(map[string]*qc.Vector{})}},
		})
	})
}

// ordered sends a write through the leader of its shard, so that of two conditional ones
// every replica takes the same. On one node it changes nothing.
func ordered() *qc.WriteOrdering { return &qc.WriteOrdering{Type: qc.WriteOrderingType_Medium} }
