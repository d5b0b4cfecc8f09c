package difference

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOf(t *testing.T) {
	for message, want := range map[string][]Kind{
		// each form, each with its own order of what was wanted and what came
		"Total = 4.300000000000001, want 4.3":                                                    {Rounding},
		"got 7, want 8":                                                                          {One},
		"expected status 404, got 500":                                                           {Status},
		"unexpected status: got 500 Internal Server Error, want 200":                             nil,
		"wanted 404 but got 500":                                                                 {Status},
		"sum: 12.4999 instead of 12.5":                                                           {Rounding},
		"expected: <1234.50> but was: <1234,50>":                                                 {Separator},
		"Failed asserting that 0.1 is identical to 0.10000000000000001.":                         {Rounding},
		"Failed asserting that 41 matches expected 42.":                                          {One},
		"assertion `left == right` failed\n  left: \"Grö\"\n right: \"Größe\"":                   {Cut},
		"REQUIRE( n == 0 )\nwith expansion:\n  4294967295 (0xffffffff) == 0":                     {Overflow},
		"Expected equality of these values:\n  n\n    Which is: 2\n  3u\n    Which is: 3":        {One},
		"Expected equality of these values:\n  s\n    Which is: \"zo\"\n  \"ZO\"":                {Case},
		"expected [ 3, 1, 2 ] to deeply equal [ 1, 2, 3 ]":                                       {Order},
		"expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: \"21\"": {TextType},
		"expected: [\"c\"]\n     got: [\"b\", \"c\"]\n\n(compared using ==)":                     {More},
		"expected 1.0 to be within 0.01 of 1.5":                                                  {Fraction},
		"Lists differ: ['a'] != ['a', 'b']\n\nSecond list contains 1 additional elements.":       {Fewer},
		"assert None == 'x'":                                                                     {Nothing},
		"Expected values to be strictly equal:\n\n1 !== 2\n":                                     {One},
		// diffs
		"mismatch (-want +got):\n- 3\n+ -3\n": {Sign},
		"expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Array [\n+   120,\n    45,\n-   120,\n  ]": {Order},
		"Failed asserting that two strings are identical.\n--- Expected\n+++ Actual\n@@ @@\n-'ÉD'\n+'\uFFFDD'":                                   {Encoding},
		"assert [1] == [1, 2]\n\n  Right contains one more item: 2\n\n  Full diff:\n    [\n        1,\n  -     2,\n    ]":                        {Fewer},
		// numbers
		"got -694967, want 3600000":       {Negative},
		"got 1515870810, want 0":          {Huge},
		"got 1500, want 1.5":              {Factor},
		"got 65535, want -1":              {Overflow},
		"got NaN, want 3":                 {NotNumber},
		"got 1700014400, want 1700000000": {Zone},
		"got 17, want 42":                 nil,
		"expected 7 to be 7":              nil,
		// times
		"due = 2026-03-03, want 2026-02-28":                                       {MonthEnd},
		"due = 2026-03-01, want 2026-02-28":                                       {Day},
		"due = 2026-03-09, want 2026-02-28":                                       {Date},
		"'2026-01-01T01:01:01.000500' != '2026-01-01T01:01:01'":                   {Precision},
		"got \"2026-01-01T01:00:00Z\", want \"2025-12-31T23:00:00Z\"":             {Zone},
		"expected '2026-12-01T00:00:00.000Z' to be '2026-11-30T00:00:00.000Z' //": {Day},
		// texts and objects
		"got \"a  b\", want \"a b\"":                                 {Space},
		"got \"a-b\", want \"a-b\\n\"":                               {Space},
		"got \"zoo > pier > \", want \"zoo > pier\"":                 {Tail},
		"expected { status: 401 } to match object { status: 403 }":   {Status},
		"expected { name: undefined } to deeply equal { name: 'x' }": {Nothing},
		"page 1 = [rug], want [lamp desk]":                           {Others},
		"Expected: \"Ann (1)\"\nReceived: \"undefined (1)\"":         {Nothing},
		"expected Promise{…} to be 3":                                {Promise},
		"Expected: 3\nReceived: Promise {}":                          {Promise},
		// what a message says by itself
		"database: environment variable DB_URL is not set":              {Variable},
		"SIGNING_KEY: required but unset":                               {Variable},
		"MAX_LEN is 3":                                                  nil,
		"expected call not found.\nExpected: f(1)\n  Actual: f('x', 2)": {Call},
		"Snapshot `badge 1` mismatched":                                 {Golden},
		// nothing is compared
		"":                                nil,
		"undefined: parse":                nil,
		"index out of range [3]":          nil,
		"expected ';' before 'return'":    nil,
		"cannot use x (int) as string":    nil,
		"expected 3 arguments, but got 2": nil,
	} {
		if diff := cmp.Diff(want, Of(message)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", message, diff)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, seed := range []string{"got 1, want 2", "left: a\nright: b", "+++ Actual\n-1\n+2", "expected: <> but was: <>", "assert  == "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, message string) {
		if kinds := Of(message); len(kinds) > 4 {
			t.Errorf("%d kinds of one message: %q", len(kinds), kinds)
		}
	})
}
