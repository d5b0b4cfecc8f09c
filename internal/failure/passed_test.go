package failure

import (
	"strings"
	"testing"
)

// TestPHPUnitCountsWhatPassed: where all is well there is no "Tests:" line.
func TestPHPUnitCountsWhatPassed(t *testing.T) {
	const log = "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n..    2 / 2 (100%)\n\nTime: 00:00.058, Memory: 4.00 MB\n\nOK (2 tests, 3 assertions)\n"
	r, err := Parse([]Input{{Name: "output", R: strings.NewReader(log)}}, Options{KeepTests: true})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Counts.Passed; p == nil || *p != 2 || len(r.Failures) != 0 {
		t.Errorf("%v passed, failures %v", p, r.Failures)
	}
}
