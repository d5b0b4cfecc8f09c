package config

import "testing"

func TestDatabaseOfFreshCheckout(t *testing.T) {
	url, err := Database()
	if err != nil {
		t.Fatalf("Database: %v", err)
	}
	t.Log(url)
}
