package verify

import "testing"

func TestLeaf(t *testing.T) {
	for test, want := range map[string]string{
		"TestA/sub/case":                    "TestA",
		"tests/unit/test_a.py::test_x[a/b]": "test_x",
		"tests/test_a.py::TestC::test_y":    "test_y",
		"test_paging.PagingTest.test_exact": "test_exact",
		"suite > adds up":                   "adds up",
		"cart › adds 1.5 up":                "adds 1.5 up",
	} {
		if got := leaf(test); got != want {
			t.Errorf("leaf(%q) = %q, want %q", test, got, want)
		}
	}
}
