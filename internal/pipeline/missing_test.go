package pipeline

import (
	"testing"

	"github.com/regreen/regreen/internal/failure"
)

func TestMissing(t *testing.T) {
	for message, want := range map[string]string{
		"No module named 'text_unidecode'":                                 "text_unidecode",
		"ModuleNotFoundError: No module named 'shop.prices'":               "shop.prices",
		"Cannot find module '@acme/cart' from 'cart.test.js'":              "@acme/cart",
		"Cannot find package 'chai' imported from /srv/a/test.js":          "chai",
		"Cannot find module './cart' from 'cart.test.js'":                  "",
		"Cannot find module '/srv/a/cart.js' imported from /srv/a/test.js": "",
		"cannot load such file -- nokogiri":                                "nokogiri",
		"expected 3, got 4":                                                "",
	} {
		if got := missing([]failure.Failure{{Message: "first"}, {Message: message}}); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
