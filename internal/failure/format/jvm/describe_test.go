package jvm

import (
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/failure/format"
)

// What wraps an exception says less than its innermost cause: both are in the message,
// and the place is where the cause was thrown.
func TestDescribeTellsTheCause(t *testing.T) {
	const outer = "java.lang.IllegalStateException: no context\n\tat org.acme.shop.StoreTest.opens(StoreTest.java:9)\n"
	for name, test := range map[string]struct{ trace, message, file string }{
		"none": {outer, "no context", "StoreTest.java"},
		"the innermost": {outer + "Caused by: java.io.IOException: first\n\tat org.acme.shop.Store.a(Store.java:3)\n\t... 2 more\nCaused by: java.lang.NullPointerException: table is null\n\tat org.acme.shop.Table.read(Table.java:13)\n\t... 4 more\n",
			"no context\nCaused by: java.lang.NullPointerException: table is null", "Table.java"},
		"Gradle's": {outer + "\n    Caused by:\n    java.lang.NullPointerException\n        at org.acme.shop.Table.read(Table.java:13)\n",
			"no context\nCaused by: java.lang.NullPointerException", "Table.java"},
		"of a suppressed one": {outer + "\tSuppressed: java.io.IOException: close\n\t\tat org.acme.shop.Store.close(Store.java:3)\n\tCaused by: java.io.IOException: disk\n\t\tat org.acme.shop.Store.write(Store.java:4)\n",
			"no context", "StoreTest.java"},
		"said already": {"java.lang.RuntimeException: java.io.IOException: full\n\tat org.acme.shop.StoreTest.opens(StoreTest.java:9)\nCaused by: java.io.IOException: full\n\tat org.acme.shop.Store.write(Store.java:4)\n",
			"java.io.IOException: full", "Store.java"},
		"in a library": {outer + "Caused by: java.io.IOException: first\n\tat com.zaxxer.hikari.Pool.get(Pool.java:300)\n",
			"no context\nCaused by: java.io.IOException: first", "StoreTest.java"},
	} {
		t.Run(name, func(t *testing.T) {
			f := format.Finding{Kind: format.Test, Test: "org.acme.shop.StoreTest.opens"}
			describe(&f, strings.Split(test.trace, "\n"))
			f.Locate()
			if f.Message != test.message || f.File != test.file {
				t.Errorf("%q in %s, want %q in %s", f.Message, f.File, test.message, test.file)
			}
		})
	}
}
