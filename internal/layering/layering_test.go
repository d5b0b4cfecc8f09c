// Package layering holds the test that keeps the import order of the packages.
package layering

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/regreen/regreen/"

// layers is the import order: a package may import packages of later rows only.
// Packages of one row do not import each other. A row's entry covers its
// sub-packages that are not adapters.
var layers = [][]string{
	{"cmd/regreen"},
	{"internal/app"},
	{"internal/app/memorycmd", "internal/app/smoke"},
	{"internal/app/answer", "internal/app/backend", "internal/app/checkout", "internal/app/ladder", "internal/app/logreport"},
	{"internal/app/options"},
	{"internal/app/console"},
	{"internal/app/cli"},
	{"internal/pipeline"},
	{"internal/publish"},
	{"internal/remember"},
	{"internal/verify"},
	{"internal/repair"},
	{"internal/repair/tool"},
	{"internal/recall"},
	{"internal/check"},
	{"internal/memory", "internal/llm"},
	{"internal/embed"},
	{"internal/joblog"},
	{"internal/failure"},
	{"internal/workspace", "internal/history"},
	{"internal/patch", "internal/proc"},
	{"internal/event", "internal/outcome", "internal/scrub", "internal/version"},
}

// adapters maps an adapter to the package that declares its port. It may import
// that, what lies to the right of it, and its own SDK; only app and its parts import it.
var adapters = map[string]string{
	"internal/memory/dirstore": "internal/memory",
	"internal/memory/gitstore": "internal/memory",
	"internal/memory/qdrant":   "internal/memory",
	"internal/embed/minilm":    "internal/embed",
	"internal/llm/openai":      "internal/llm",
	"internal/ghapi":           "internal/publish",
	"internal/actions":         "internal/publish",
}

// onTop maps an adapter to one that it is built on: gitstore keeps the very files of
// dirstore, and only moves them.
var onTop = map[string]string{"internal/memory/gitstore": "internal/memory/dirstore"}

// sdks names the one package that may import a library.
var sdks = map[string]string{
	"github.com/qdrant/go-client":           "internal/memory/qdrant",
	"github.com/knights-analytics/hugot":    "internal/embed/minilm",
	"github.com/openai/openai-go":           "internal/llm/openai",
	"github.com/google/go-github":           "internal/ghapi",
	"github.com/sethvargo/go-githubactions": "internal/actions",
}

// pure packages import neither os/exec nor net.
var pure = []string{"internal/event", "internal/failure", "internal/outcome", "internal/patch", "internal/scrub"}

type pkg struct {
	ImportPath string
	Imports    []string
}

func load(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	return pkgs
}

func within(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

func isTestSupport(p string) bool {
	for _, s := range []string{"llmtest", "openaitest", "memorytest", "ghapitest", "embedtest", "qdranttest", "layering"} {
		if strings.HasSuffix(p, "/"+s) {
			return true
		}
	}
	return false
}

// layer returns the row of p, and the adapter that it belongs to, if any.
func layer(p string) (row int, adapter string) {
	best := ""
	for a := range adapters {
		if within(p, a) {
			adapter = a
		}
	}
	row = -1
	for i, names := range layers {
		for _, n := range names {
			if within(p, n) && len(n) > len(best) {
				best, row = n, i
			}
		}
	}
	return row, adapter
}

func TestImportOrder(t *testing.T) {
	for _, p := range load(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		if isTestSupport(from) {
			continue
		}
		for _, imp := range p.Imports {
			if to, ok := strings.CutPrefix(imp, module); ok {
				checkImport(t, from, to)
			}
		}
	}
}

func checkImport(t *testing.T, from, to string) {
	t.Helper()
	if isTestSupport(to) {
		t.Errorf("%s imports the test support %s", from, to)
		return
	}
	fromRow, fromAdapter := layer(from)
	toRow, toAdapter := layer(to)
	switch {
	case fromAdapter != "" && (toAdapter == fromAdapter || toAdapter == onTop[fromAdapter] && toAdapter != ""):
	case toAdapter != "":
		if !within(from, "internal/app") {
			t.Errorf("%s imports the adapter %s; only internal/app may", from, to)
		}
	case fromAdapter != "":
		port, _ := layer(adapters[fromAdapter])
		if toRow < port {
			t.Errorf("adapter %s imports %s, which lies left of its port %s", from, to, adapters[fromAdapter])
		}
	case fromRow < 0 || toRow < 0:
		t.Errorf("%s → %s: not in the table of layers", from, to)
	case toRow < fromRow, toRow == fromRow && !sameRoot(from, to):
		t.Errorf("%s imports %s against the order of layers", from, to)
	}
}

// sameRoot reports whether two packages of one row belong to the same entry.
func sameRoot(a, b string) bool {
	row, _ := layer(a)
	for _, n := range layers[row] {
		if within(a, n) && within(b, n) {
			return true
		}
	}
	return false
}

func TestLibrariesHaveOneImporter(t *testing.T) {
	for _, p := range load(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		if isTestSupport(from) {
			continue
		}
		for _, imp := range p.Imports {
			for lib, owner := range sdks {
				if within(imp, lib) && !within(from, owner) {
					t.Errorf("%s imports %s; only %s may", from, imp, owner)
				}
			}
		}
	}
}

func TestPurePackages(t *testing.T) {
	for _, p := range load(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		for _, root := range pure {
			if !within(from, root) {
				continue
			}
			for _, imp := range p.Imports {
				if imp == "os/exec" || within(imp, "net") && imp != "net/url" && imp != "net/netip" {
					t.Errorf("%s imports %s; it must stay pure", from, imp)
				}
			}
		}
	}
}

// TestLayerTable makes sure that the table itself can fail.
func TestLayerTable(t *testing.T) {
	for _, c := range []struct{ left, right string }{
		{"internal/app", "internal/verify"},
		{"internal/verify", "internal/repair"},
		{"internal/repair", "internal/repair/tool"},
		{"internal/workspace", "internal/patch"},
	} {
		l, _ := layer(c.left)
		r, _ := layer(c.right)
		if l >= r {
			t.Errorf("%s (row %d) must lie left of %s (row %d)", c.left, l, c.right, r)
		}
	}
}

// writers are the packages that may call the writing half of a store; everyone else
// is handed a memory.Reader.
var writers = []string{"internal/remember", "internal/memory", "internal/recall/labelled"} // the last fills a store of its own, to measure

// writeCall matches a call of memory.Writer on something that is named like a store.
var writeCall = regexp.MustCompile(`[sS]tore\.(Put|SetStatus|Delete|Add)\(`)

func TestOnlyRememberWrites(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../../internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !writeCall.Match(data) {
			return err
		}
		found++
		pkg := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../../"))
		if !slices.ContainsFunc(writers, func(w string) bool { return within(pkg, w) }) {
			t.Errorf("%s writes to a store; only %v may", path, writers)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("nobody writes to a store: the pattern no longer fits the code")
	}
}
