package config

import (
	"os"
	"testing"
)

func TestDatabaseCanBeForbidden(t *testing.T) {
	os.Setenv("SHOP_DATABASE_URL", "none")
	if url, err := Database(); err == nil {
		t.Errorf("Database = %q, want an error", url)
	}
}

func TestDatabaseOfFreshCheckout(t *testing.T) {
	url, err := Database()
	if err != nil {
		t.Fatalf("Database: %v", err)
	}
	t.Log(url)
}
