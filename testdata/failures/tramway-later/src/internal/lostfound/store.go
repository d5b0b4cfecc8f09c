// Package lostfound keeps what was left in a tram.
package lostfound

import "database/sql"

// Item is a thing that somebody left.
type Item struct {
	ID    int
	What  string
	Owner string
}

// Get reads an item.
func Get(db *sql.DB, id int) (Item, error) {
	var it Item
	var owner sql.NullString
	err := db.QueryRow("select id, what, owner from item where id = $1", id).Scan(&it.ID, &it.What, &owner)
	it.Owner = owner.String
	return it, err
}

// Shelf says where an item lies; one that was handed out lies on shelf 0.
func Shelf(db *sql.DB, id int) (int, error) {
	var shelf int
	err := db.QueryRow("select shelf from item where id = $1", id).Scan(&shelf)
	return shelf, err
}

// Finder says who found an item, and in which tram.
func Finder(db *sql.DB, id int) (name string, tram int, err error) {
	err = db.QueryRow("select finder, tram, line from item where id = $1", id).Scan(&name, &tram)
	return name, tram, err
}
