// Package inventory keeps which instruments stand where.
package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Deployment is an instrument at a station.
type Deployment struct {
	Station  string
	Serial   string
	Recalled time.Time
}

// Deployments are all of a station.
func Deployments(ctx context.Context, db *sql.DB, station string) ([]Deployment, error) {
	rows, err := db.QueryContext(ctx, `SELECT station, serial, recalled_at FROM deployments WHERE station = ?`, station)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Deployment
	for rows.Next() {
		var d Deployment
		if err := rows.Scan(&d.Station, &d.Serial, &d.Recalled); err != nil {
			return nil, fmt.Errorf("deployments of %s: %w", station, err)
		}
		all = append(all, d)
	}
	return all, rows.Err()
}
