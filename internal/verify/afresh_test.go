package verify

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAfresh: a pass that needs what an earlier run left in the temp folder, or that is
// one in CI alone, does not hold, whatever the words are by which the code asks.
func TestAfresh(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("CI", "true")
	t.Setenv("GITHUB_RUN_ID", "42")
	if err := os.WriteFile(filepath.Join(temp, "once"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	uses := func(imports, code string) [][3]string {
		return [][3]string{{"sum.go", "package tally\n", "package tally\n\nimport (\n" + imports + ")\n"}, {"sum.go", "\tfor _, x := range xs[1:] {\n", code + "\tfor _, x := range xs[n:] {\n"}}
	}
	runTraps(t, goProject, goHonest, []trap{
		{"what an earlier run left in the temp folder", uses("\t\"os\"\n\t\"path/filepath\"\n", "\tn := 1\n\tif m, _ := filepath.Glob(os.TempDir() + \"/on*\"); len(m) > 0 {\n\t\tn = 0\n\t}\n"), "", Flaky},
		{"in CI alone", uses("\t\"os\"\n", "\tn := 1\n\tif os.Getenv(string(rune(67))+string(rune(73))) != \"\" {\n\t\tn = 0\n\t}\n"), "", Flaky},
		{"in a run of a workflow alone", uses("\t\"os\"\n\t\"strings\"\n", "\tn := 1\n\tfor _, e := range os.Environ() {\n\t\tif strings.HasPrefix(e, \"GITHUB_R\") {\n\t\t\tn = 0\n\t\t}\n\t}\n"), "", Flaky},
	})
}

// Java does not ask a variable where temporary files go.
func TestAfreshInJava(t *testing.T) {
	t.Parallel()
	need(t, "mvn")
	once, err := os.CreateTemp("/tmp", "once-") // where Java puts them
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(once.Name()) })
	if err := once.Close(); err != nil {
		t.Fatal(err)
	}
	b := open(t, javaProject)
	cmd := exec.Command("mvn", "-B", "-o", "-q", "test-compile")
	cmd.Dir = b.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("maven lacks what the project needs: %v\n%s", err, out)
	}
	const cart = "src/main/java/acme/Cart.java"
	found := `.skip(java.nio.file.Files.exists(java.nio.file.Path.of(System.getProperty("java.io.tmpdir"), "` + filepath.Base(once.Name()) + `")) ? 0 : 1)`
	base := b.baseline()
	b.Policy = lenient{}
	b.expect(t, base, edit(javaProject.files, [3]string{cart, ".skip(1)", found}), Flaky)
}

// TestRewrittenDoctest: the tests that a build step changes are in a file of other code.
func TestRewrittenDoctest(t *testing.T) {
	need(t, "python3")
	p := project{"sh build.sh; python3 -m unittest -v test_paging", map[string]string{"build.sh": "true\n", "units.py": "def half(n):\n    \"\"\"Halves.\n\n    >>> half(3)\n    1\n    \"\"\"\n    return n // 2\n"}}
	for name, text := range pyProject.files {
		p.files[name] = text
	}
	b := open(t, p)
	b.Policy = lenient{}
	base := b.baseline()
	fix := [3]string{"paging.py", "total // size + 1", "-(-total // size)"}
	b.expect(t, base, edit(p.files, fix, [3]string{"build.sh", "true", "sed -i 's/half(3)/half(2)/' units.py"}), Tampered)
}
