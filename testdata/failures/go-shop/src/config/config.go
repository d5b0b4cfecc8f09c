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
		return "", errors.New("environment variable SHOP_DATABASE_URL is not set")
	}
	return url, nil
}
