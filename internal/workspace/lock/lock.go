// Package lock takes locks that end with the process, also when it is killed.
package lock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrBusy means that another process has the lock.
var ErrBusy = errors.New("locked by another process")

// How long and how far apart a lock is tried. A process that a killed run was about to
// start has the lock until it runs its program, so one refusal proves nothing.
const (
	patience = 200 * time.Millisecond
	pause    = 20 * time.Millisecond
)

// Take locks the file at path, which it makes. Close gives it free. ErrBusy.
func Take(path string) (*flock.Flock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	l := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	_, err := l.TryLockContext(ctx, pause)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.Join(ErrBusy, l.Close())
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock: %w", err), l.Close())
	}
	return l, nil
}
