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
	err := db.QueryRow("select id, what, owner from item where id = $1", id).Scan(&it.ID, &it.What, &it.Owner)
	return it, err
}
