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

func open(t *testing.T, row *oneRow) *sql.DB {
	t.Helper()
	sql.Register(t.Name(), row)
	db, err := sql.Open(t.Name(), "")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestGet_unclaimed(t *testing.T) {
	db := open(t, &oneRow{columns: []string{"id", "what", "owner"}, values: []driver.Value{int64(5), "umbrella", nil}})
	it, err := Get(db, 5)
	if err != nil {
		t.Fatalf("Get() error = %v", err)
	}
	if it.What != "umbrella" || it.Owner != "" {
		t.Errorf("Get() = %+v", it)
	}
}

func TestShelf_handed_out(t *testing.T) {
	db := open(t, &oneRow{columns: []string{"shelf"}, values: []driver.Value{nil}})
	shelf, err := Shelf(db, 5)
	if err != nil {
		t.Fatalf("Shelf() error = %v", err)
	}
	if shelf != 0 {
		t.Errorf("Shelf() = %d, want 0", shelf)
	}
}

func TestFinder(t *testing.T) {
	db := open(t, &oneRow{columns: []string{"finder", "tram", "line"}, values: []driver.Value{"Moreau", int64(31), "7"}})
	name, tram, err := Finder(db, 5)
	if err != nil {
		t.Fatalf("Finder() error = %v", err)
	}
	if name != "Moreau" || tram != 31 {
		t.Errorf("Finder() = %s, %d", name, tram)
	}
}
