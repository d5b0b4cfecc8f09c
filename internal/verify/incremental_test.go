package verify

import (
	"context"
	"os/exec"
	"testing"
)

// tsProject is compiled bit by bit: tsc goes by a list of what it has written before.
var tsProject = project{"tsc && node --test out/", map[string]string{
	".gitignore":    "out/\n",
	"tsconfig.json": `{"compilerOptions": {"incremental": true, "outDir": "out", "rootDir": ".", "module": "commonjs", "types": []}, "include": ["*.ts"]}`,
	"node.d.ts":     "declare function require(name: string): any;\n",
	"cart.ts":       "export function total(items: number[]): number {\n  return items.slice(1).reduce((a, b) => a + b, 0);\n}\n",
	"cart.test.ts":  "import { total } from './cart';\n\nconst test = require('node:test');\nconst assert = require('node:assert');\n\ntest('adds all', () => {\n  assert.strictEqual(total([2, 3]), 5);\n});\n\ntest('adds none', () => {\n  assert.strictEqual(total([]), 0);\n});\n",
}}

// TestIncrementalCompiler: with outputs and list from before the run, each run is of the
// sources that it has, those with a new file too.
func TestIncrementalCompiler(t *testing.T) {
	t.Parallel()
	need(t, "tsc")
	need(t, "node")
	b := open(t, tsProject)
	cmd := exec.Command("tsc")
	cmd.Dir = b.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := b.Workspace.Snapshot(context.Background()); err != nil {
		t.Fatal(err)
	}
	base := b.baseline()
	use := [3]string{"cart.ts", "export function total(items: number[]): number {\n  return items.slice(1).reduce((a, b) => a + b, 0);", "import { sum } from './sum';\n\nexport function total(items: number[]): number {\n  return sum(items);"}
	adds := [3]string{"sum.ts", "", "export function sum(items: number[]): number {\n  return items.reduce((a, b) => a + b, 0);\n}\n"}
	trial, err := b.Prove(context.Background(), base, edit(tsProject.files, use, adds))
	if err != nil || trial.Verdict != Verified {
		t.Errorf("an honest fix with a new file is %s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
	b.Policy = lenient{}
	b.expect(t, base, edit(tsProject.files, [3]string{"cart.ts", "items.slice(1)", "items.slice(0 + 1)"}), StillFailing)
	b.expect(t, base, edit(tsProject.files, [3]string{"cart.ts", "items.slice(1)", "items.slice(nothing)"}), StillFailing)
	b.expect(t, base, edit(tsProject.files, [3]string{"cart.test.ts", "]), 5)", "]), 3)"}, [3]string{"tsconfig.json", `"rootDir"`, `"noEmit": true, "rootDir"`}), StillFailing)
}
