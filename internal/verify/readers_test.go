package verify

import (
	"context"
	"testing"

	"github.com/regreen/regreen/internal/patch"
)

// TestOnlyTestsUseIt: what serves tests alone may not be changed, whatever its name.
func TestOnlyTestsUseIt(t *testing.T) {
	files := map[string]string{
		"go.mod":                    "module example.com/shop\n\ngo 1.21\n",
		"cart.go":                   "package shop\n\nimport \"os\"\n\nfunc Rates() ([]byte, error) { return os.ReadFile(\"rates.json\") }\n\nfunc Text(lang string) ([]byte, error) { return os.ReadFile(\"locales/\" + lang + \".json\") }\n",
		"cart_test.go":              "package shop\n\nimport (\n\t\"os\"\n\t\"testing\"\n\n\t\"example.com/shop/internal/must\"\n\t\"example.com/shop/internal/money\"\n)\n\nfunc TestCart(t *testing.T) {\n\twant, _ := os.ReadFile(\"totals.txt\")\n\tmust.Equal(string(want), \"5\")\n\t_, _ = os.ReadFile(\"rates.json\")\n\t_, _ = os.ReadFile(\"sums.txt\")\n\t_, _ = os.ReadFile(\"locales/de.json\")\n\t_ = money.Cents\n}\n",
		"rates.json":                "{\"eur\": 1}\n",
		"totals.txt":                "5\n",
		"sheets/sums.txt":           "7\n",
		"locales/de.json":           "{\"hello\": \"hallo\"}\n",
		"README.md":                 "totals.txt has what is expected.\n",
		"internal/must/must.go":     "package must\n\nfunc Equal(a, b string) {\n\tif a != b {\n\t\tpanic(a)\n\t}\n}\n",
		"internal/money/money.go":   "package money\n\nconst Cents = 100\n",
		"internal/price/price.go":   "package price\n\nimport \"example.com/shop/internal/money\"\n\nconst Unit = money.Cents\n",
		"internal/alone/alone.go":   "package alone\n\nconst N = 1\n",
		"internal/alone/a_test.go":  "package alone\n",
		"internal/own/own.go":       "package own\n\nconst N = 1\n",
		"internal/own/x/x.go":       "package x\n\nimport _ \"example.com/shop/internal/own\"\n",
		"internal/own/own_test.go":  "package own_test\n\nimport _ \"example.com/shop/internal/own\"\n",
		"notes/unrelated/notes.txt": "nobody names it\n",
	}
	b := open(t, project{"go test ./...", files})
	for name, rule := range map[string]string{
		"totals.txt": "expected-file", "sheets/sums.txt": "expected-file", "rates.json": "", "locales/de.json": "", "notes/unrelated/notes.txt": "",
		"internal/must/must.go": "test-file", "internal/money/money.go": "", "internal/alone/alone.go": "", "internal/own/own.go": "",
	} {
		before, after := files[name], files[name]+"\n"
		p := patch.Diff(map[string]*patch.Content{name: {Data: []byte(before)}}, map[string]*patch.Content{name: {Data: []byte(after)}})
		trial, refused := b.Refuse(context.Background(), p)
		got := ""
		if len(trial.Violations) > 0 {
			got = trial.Violations[0].Rule
		}
		if got != rule || refused != (rule != "") {
			t.Errorf("%s: rule %q, refused %v; want %q", name, got, refused, rule)
		}
	}
}
