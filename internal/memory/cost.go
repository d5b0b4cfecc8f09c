package memory

import (
	"context"
	"fmt"
	"time"
)

// What runs spend on models is counted like the uses of records: under one id for each
// day, in the same files and points, so that a runner that is thrown away after its job
// still leaves its part of the sum.

// costPrefix tells the id of a day's costs from that of a record, which is a UUID.
const costPrefix = "cost-"

// costID is the id under which a tenant's costs of the day of t, in UTC, are counted.
func costID(t time.Time) string { return costPrefix + t.UTC().Format(time.DateOnly) }

// Cost is the use to add for what a run paid for one request at that time. Request
// tells the run's requests apart: the same one added twice counts once.
func Cost(tenant, run string, request int, usd float64, at time.Time) Use {
	return Use{Tenant: tenant, ID: costID(at), Run: fmt.Sprintf("%s/%d", run, request), Delta: Counters{CostUSD: usd}}
}

// Costs is what the tenant's runs paid from the day of since to that of now, both
// whole days in UTC, in US dollars.
func Costs(ctx context.Context, r Reader, tenant string, since, now time.Time) (float64, error) {
	sum := 0.0
	last := costID(now)
	for day := since.UTC(); costID(day) <= last; day = day.AddDate(0, 0, 1) {
		c, err := r.Counters(ctx, tenant, costID(day))
		if err != nil {
			return 0, fmt.Errorf("sum the costs: %w", err)
		}
		sum += c.CostUSD
	}
	return sum, nil
}
