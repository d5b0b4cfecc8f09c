package memory

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// flakePrefix tells the id of a flaky failure's day from that of a record.
const flakePrefix = "flake-"

// flakeID is the id under which a failure that came and went is counted on the day of t,
// in UTC.
func flakeID(signature string, t time.Time) string {
	return flakePrefix + signature + "-" + t.UTC().Format(time.DateOnly)
}

// IsTally reports whether an id stands for what is counted by the day, costs or flaky
// failures: it has counters and no record.
func IsTally(id string) bool {
	return strings.HasPrefix(id, costPrefix) || strings.HasPrefix(id, flakePrefix)
}

// Flake is the use to add when a run saw the failure with that exact signature come and
// go. A run counts once a day.
func Flake(tenant, run, signature string, at time.Time) Use {
	return Use{Tenant: tenant, ID: flakeID(signature, at), Run: run, Delta: Counters{Flaked: 1}}
}

// FlakyDays is on how many days, from that of since to that of now, both in UTC, the
// failure came and went in one of the tenant's runs.
func FlakyDays(ctx context.Context, r Reader, tenant, signature string, since, now time.Time) (int, error) {
	n := 0
	last := now.UTC().Truncate(24 * time.Hour)
	for day := since.UTC().Truncate(24 * time.Hour); !day.After(last); day = day.AddDate(0, 0, 1) {
		c, err := r.Counters(ctx, tenant, flakeID(signature, day))
		if err != nil {
			return 0, fmt.Errorf("count the days of a flaky failure: %w", err)
		}
		if c.Flaked > 0 {
			n++
		}
	}
	return n, nil
}
