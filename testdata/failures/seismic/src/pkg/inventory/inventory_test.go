package inventory

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"testing"
	"time"
)

var errUnused = errors.New("not used by the tests")

type connector struct{ table [][]driver.Value }

func (c connector) Connect(context.Context) (driver.Conn, error) { return conn(c), nil }
func (c connector) Driver() driver.Driver                        { return nil }

type conn connector

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, errUnused }
func (c conn) Begin() (driver.Tx, error)           { return nil, errUnused }
func (c conn) Close() error                        { return nil }
func (c conn) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return &cursor{left: c.table}, nil
}

type cursor struct{ left [][]driver.Value }

func (c *cursor) Columns() []string { return []string{"station", "serial", "recalled_at"} }
func (c *cursor) Close() error      { return nil }
func (c *cursor) Next(to []driver.Value) error {
	if len(c.left) == 0 {
		return io.EOF
	}
	copy(to, c.left[0])
	c.left = c.left[1:]
	return nil
}

func TestInstrumentStillDeployed(t *testing.T) {
	db := sql.OpenDB(connector{table: [][]driver.Value{
		{"BER", "T4A-112", time.Date(2024, 9, 3, 0, 0, 0, 0, time.UTC)},
		{"BER", "T4A-187", nil},
	}})
	defer db.Close()
	all, err := Deployments(context.Background(), db, "BER")
	if err != nil {
		t.Fatalf("unexpected error: %s", err)
	}
	if len(all) != 2 || !all[1].Recalled.IsZero() {
		t.Fatalf("unexpected deployments: %v", all)
	}
}
