package golang

import "testing"

func TestFolder(t *testing.T) {
	for _, tt := range []struct {
		packages []string
		of, want string
	}{
		{[]string{"github.com/acme/shop"}, "github.com/acme/shop", ""},
		{[]string{"github.com/acme/shop/cart"}, "github.com/acme/shop/cart", "cart/"},
		{[]string{"github.com/acme/shop/v3"}, "github.com/acme/shop/v3", ""},
		{[]string{"github.com/acme/shop/v3/cart"}, "github.com/acme/shop/v3/cart", "cart/"},
		{[]string{"github.com/acme/shop/v3", "github.com/acme/shop/v3/cart"}, "github.com/acme/shop/v3/cart", "cart/"},
		{[]string{"github.com/acme/shop/v3", "github.com/acme/shop/v3/cart"}, "github.com/acme/shop/v3", ""},
		{[]string{"github.com/acme/shop/v1/api"}, "github.com/acme/shop/v1/api", "v1/api/"}, // no module is v1 by its path
		{[]string{"github.com/acme/shop/internal/a", "github.com/acme/shop/internal/b"}, "github.com/acme/shop/internal/a", "internal/a/"},
		{[]string{"example.com/shop", "example.com/shop/cart"}, "example.com/shop/cart", "cart/"},
		{[]string{"example.com/shop/cart"}, "example.com/shop/cart", ""}, // not to be told
	} {
		var d folders
		for _, p := range tt.packages {
			d.add(p)
		}
		if got := d.folder(tt.of); got != tt.want {
			t.Errorf("folder of %s among %v: %q, want %q", tt.of, tt.packages, got, tt.want)
		}
	}
}
