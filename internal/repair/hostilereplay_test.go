package repair_test

import (
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/repair"
)

// created is a patch that makes a file of that mode.
func created(path, mode, text string) string {
	return "diff --git a/" + path + " b/" + path + "\nnew file mode " + mode + "\n--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+" + text + "\n"
}

// A remembered patch that leaves the checkout, makes links, or touches git's own files,
// CI, tests or the test command is never tried, however it says so.
func TestHostilePatchesAreNotReplayed(t *testing.T) {
	edit := func(path string) string {
		return "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path + "\n@@ -1 +1 @@\n-old = 1\n+old = 2\n"
	}
	now := sources{"cart.py": "old = 1\n", ".github/workflows/ci.yml": "old = 1\n", "conftest.py": "old = 1\n", "test_cart.py": "old = 1\n", "Makefile": "test:\n\tpytest\n"}
	for name, text := range map[string]string{
		"parent":               created("../x.py", "100644", "x"),
		"parent within":        created("a/../../x.py", "100644", "x"),
		"absolute":             created("/etc/cron.d/x", "100644", "x"),
		"quoted parent":        "diff --git \"a/\\056\\056/x\" \"b/\\056\\056/x\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/\\056\\056/x\"\n@@ -0,0 +1 @@\n+x\n",
		"hook":                 created(".git/hooks/pre-commit", "100755", "x"),
		"hook, other case":     created(".GIT/hooks/pre-commit", "100755", "x"),
		"hook, short name":     created("git~1/hooks/pre-commit", "100755", "x"),
		"hook, trailing dot":   created(".git./hooks/pre-commit", "100755", "x"),
		"hook of a submodule":  created("vendor/lib/.git/hooks/pre-commit", "100755", "x"),
		"link":                 created("src/link.py", "120000", "/etc/passwd"),
		"submodule":            created("vendor/lib", "160000", "Subproject commit 1111111111111111111111111111111111111111"),
		"submodule settings":   created(".gitmodules", "100644", "[submodule \"x\"]"),
		"attributes":           created(".gitattributes", "100644", "* filter=x"),
		"new workflow":         created(".github/workflows/x.yml", "100644", "on: push"),
		"workflow, other case": created(".GitHub/Workflows/x.yml", "100644", "on: push"),
		"workflow":             edit(".github/workflows/ci.yml"),
		"other CI":             created(".gitlab-ci.yml", "100644", "x: y"),
		"test configuration":   edit("conftest.py"),
		"new configuration":    created("pytest.ini", "100644", "[pytest]"),
		"test":                 edit("test_cart.py"),
		"test removed":         "diff --git a/test_cart.py b/test_cart.py\ndeleted file mode 100644\n--- a/test_cart.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-old = 1\n",
		"test renamed":         "diff --git a/test_cart.py b/cart_old.py\nsimilarity index 100%\nrename from test_cart.py\nrename to cart_old.py\n",
		"renamed outside":      "diff --git a/cart.py b/../cart.py\nsimilarity index 100%\nrename from cart.py\nrename to ../cart.py\n",
		"test command":         "--- a/Makefile\n+++ b/Makefile\n@@ -1,2 +1,2 @@\n test:\n-\tpytest\n+\ttrue\n",
		"becomes a link":       "diff --git a/cart.py b/cart.py\nold mode 100644\nnew mode 120000\n--- a/cart.py\n+++ b/cart.py\n@@ -1 +1 @@\n-old = 1\n+/etc/passwd\n\\ No newline at end of file\n",
		"interpreter hook":     created("sitecustomize.py", "100644", "x"),
		"path file":            created("x.pth", "100644", "import os"),
	} {
		m := remembered("m", patch.Patch{}, nil)
		m.Record.Fix.Patch = text
		got := repair.Candidates([]memory.Match{m}, now, patch.DefaultPolicy(), 1)
		if len(got) != 1 || got[0].Err == nil {
			t.Errorf("%s is tried:\n%s", name, strings.TrimSpace(got[0].Relocated.Patch.String()))
		}
	}
}
