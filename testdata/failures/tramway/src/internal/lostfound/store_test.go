package lostfound

import (
	"database/sql"
	"database/sql/driver"
	"io"
	"testing"
)

// oneRow is a database that always answers the same row.
type oneRow struct {
	columns []string
	values  []driver.Value
	read    bool
}

func (d *oneRow) Open(string) (driver.Conn, error)           { return d, nil }
func (d *oneRow) Prepare(string) (driver.Stmt, error)        { return d, nil }
func (d *oneRow) Begin() (driver.Tx, error)                  { return nil, driver.ErrSkip }
func (d *oneRow) NumInput() int                              { return -1 }
func (d *oneRow) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }
func (d *oneRow) Query([]driver.Value) (driver.Rows, error)  { return d, nil }
func (d *oneRow) Columns() []string                          { return d.columns }
func (d *oneRow) Close() error                               { return nil }
func (d *oneRow) Next(dest []driver.Value) error {
	if d.read {
		return io.EOF
	}
	d.read = true
	copy(dest, d.values)
	return nil
}

func TestGet_unclaimed(t *testing.T) {
	sql.Register("one", &oneRow{columns: []string{"id", "what", "owner"}, values: []driver.Value{int64(5), "umbrella", nil}})
	db, err := sql.Open("one", "")
	if err != nil {
		t.Fatal(err)
	}
	it, err := Get(db, 5)
	if err != nil {
		t.Fatalf("Get() error = %v", err)
	}
	if it.What != "umbrella" || it.Owner != "" {
		t.Errorf("Get() = %+v", it)
	}
}
