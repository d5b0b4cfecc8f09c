// Package config reads the settings.
package config

import (
	"errors"
	"os"
)

// Database is where the orders are kept.
func Database() (string, error) {
	url := os.Getenv("SHOP_DATABASE_URL")
	if url == "" {
		url = "sqlite://shop.db"
	}
	if url == "none" {
		return "", errors.New("SHOP_DATABASE_URL forbids a database")
	}
	return url, nil
}
