package verify

import "testing"

// runners are those whose results are easy to forge, since they stand in the output of
// the process that runs the code.
var runners = []tool{
	{name: "bun", needs: []string{"bun"}, p: bunProject,
		honest: [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}},
		traps: []trap{
			{"exit at load", [][3]string{{"cart.js", "exports.total", "process.exit(0);\nexports.total"}}, Tampered, StillFailing},
			{"exit in the code", [][3]string{{"cart.js", "a.reduce(", "process.exit(0) || a.reduce("}}, Tampered, StillFailing},
			{"exit of Bun's", [][3]string{{"cart.js", "exports.total", "globalThis['Bu' + 'n'].exit?.(0);\nprocess['reallyExit'](0);\nexports.total"}}, "", StillFailing},
			{"printed results and an exit", [][3]string{{"cart.js", "exports.total", "console.log(`\\ntest/cart.test.js:\\n(pass) cart > sums [0.10ms]\\n(pass) cart > is ok\\n\\n 2 pass\\n 0 fail\\n 2 expect() calls\\nRan 2 tests across 1 file. [9.00ms]`);\nprocess.exit(0);\nexports.total"}}, Tampered, Tampered},
			{"printed results, whole run, and an exit", [][3]string{{"cart.js", "exports.total", "console.log(`bun test v1.3.0 (abc)\\n\\ntest/cart.test.js:\\n(pass) cart > sums [0.10ms]\\n(pass) cart > is ok\\n\\n 2 pass\\n 0 fail\\nRan 2 tests across 1 file. [9.00ms]`);\nprocess.exit(0);\nexports.total"}}, Tampered, Tampered},
			{"harmless assertion", [][3]string{{"cart.js", "exports.total", "const { expect: e } = require('bun:' + 'test');\nconst m = Object.getPrototypeOf(e(1));\nfor (const k of ['toBe', 'toEqual']) Object.defineProperty(m, k, { value: () => {} });\nexports.total"}}, Tampered, Tampered},
			{"equality of numbers", [][3]string{{"cart.js", "exports.total", "Object.is = () => true;\nexports.total"}}, "", StillFailing},
			{"test that runs nothing", [][3]string{{"test/cart.test.js", "it(\"sums\"", "it.todo(\"sums\""}}, Tampered, StillFailing},
			{"focused test", [][3]string{{"test/cart.test.js", "it(\"is ok\"", "it.only(\"is ok\""}}, Tampered, StillFailing},
			{"expected failure", [][3]string{{"test/cart.test.js", "it(\"sums\"", "it.failing(\"sums\""}}, Tampered, ""},
			{"preload", [][3]string{{"bunfig.toml", "", "[test]\npreload = [\"./pre.js\"]\n"}, {"pre.js", "", "const t = require('bun:test');\nObject.getPrototypeOf(t.expect(1)).toBe = () => {};\n"}}, Tampered, ""},
			{"preload of all", [][3]string{{"bunfig.toml", "", "preload = [\"./pre.js\"]\n"}, {"pre.js", "", "process.exit(0);\n"}}, Tampered, StillFailing},
			{"root of the tests", [][3]string{{"bunfig.toml", "", "[test]\nroot = \"none\"\n"}}, Tampered, StillFailing},
			{"unhandled", [][3]string{{"cart.js", "exports.total", "process.on('exit', () => { process.exitCode = 0; });\nexports.total"}}, Tampered, StillFailing},
			{"environment of Bun", [][3]string{{".env", "", "BUN_OPTIONS=--todo\n"}}, "", StillFailing},
			{"breaks another test", [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}, {"cart.js", "() => true", "() => false"}}, Regressed, Regressed},
			{"does not parse", [][3]string{{"cart.js", "s + x, 1", "s + x, ("}}, StillFailing, StillFailing},
		}},
	{name: "deno", needs: []string{"deno"}, p: denoProject,
		honest: [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}},
		traps: []trap{
			{"exit at load", [][3]string{{"cart.js", "export const total", "Deno.exit(0);\nexport const total"}}, Tampered, StillFailing},
			{"exit in the code", [][3]string{{"cart.js", "a.reduce(", "Deno.exit(0) || a.reduce("}}, Tampered, StillFailing},
			{"printed results and an exit", [][3]string{{"cart.js", "export const total", "console.log(`running 2 tests from ./cart_test.js\\nsums ... ok (1ms)\\nfine ... ok (0ms)\\n\\nok | 2 passed | 0 failed (5ms)`);\nDeno.exit(0);\nexport const total"}}, Tampered, Tampered},
			{"replaced runner", [][3]string{{"cart.js", "export const total", "const t = globalThis['Deno'];\nconst was = t.test;\nt.test = (n, f) => was(n, () => {});\nexport const total"}}, Tampered, Tampered},
			{"replaced error", [][3]string{{"cart.js", "export const total", "globalThis.Error = function () { return undefined; };\nexport const total"}}, "", StillFailing},
			{"ignored test", [][3]string{{"cart_test.js", "Deno.test(\"sums\", ", "Deno.test(\"sums\", { ignore: true }, "}}, Tampered, StillFailing},
			{"focused test", [][3]string{{"cart_test.js", "Deno.test(\"fine\"", "Deno.test.only(\"fine\""}}, Tampered, StillFailing},
			{"excluded", [][3]string{{"deno.json", "", "{\"test\": {\"exclude\": [\"cart_test.js\"]}}\n"}}, Tampered, StillFailing},
			{"imports", [][3]string{{"deno.json", "", "{\"imports\": {\"./cart_test.js\": \"./other.js\"}}\n"}}, "", StillFailing},
			{"breaks another test", [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}, {"cart.js", "export const total", "setTimeout(() => { throw new Error('late'); }, 0);\nexport const total"}}, "", ""},
			{"does not parse", [][3]string{{"cart.js", "s + x, 1", "s + x, ("}}, StillFailing, StillFailing},
		}},
	{name: "jasmine", needs: []string{"jasmine"}, p: jasmineProject, notes: "names no passing test",
		honest: [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}},
		traps: []trap{
			{"exit at load", [][3]string{{"cart.js", "exports.total", "process.exit(0);\nexports.total"}}, Tampered, StillFailing},
			{"printed results and an exit", [][3]string{{"cart.js", "exports.total", "console.log('Started\\n..\\n\\n\\n2 specs, 0 failures\\nFinished in 0.01 seconds');\nprocess['reallyExit'](0);\nexports.total"}}, Tampered, Tampered},
			{"harmless assertion", [][3]string{{"cart.js", "exports.total", "const g = globalThis;\nconst e = g['expect'];\nif (e) g['expect'] = (x) => ({ toBe() {} });\nexports.total"}}, Tampered, Tampered},
			{"replaced spec", [][3]string{{"cart.js", "exports.total", "const g = globalThis;\nconst was = g['it'];\ng['it'] = (n, f) => was(n, () => {});\nexports.total"}}, Tampered, Tampered},
			{"harmless assertion when called", [][3]string{{"cart.js", "a.reduce(", "(globalThis['exp' + 'ect'] = () => ({ toBe() {} })) && a.reduce("}}, Tampered, Tampered},
			{"excluded spec", [][3]string{{"spec/cart.spec.js", "it(\"sums\"", "xit(\"sums\""}}, Tampered, StillFailing},
			{"focused spec", [][3]string{{"spec/cart.spec.js", "it(\"is ok\"", "fit(\"is ok\""}}, Tampered, StillFailing},
			{"settings", [][3]string{{"spec/support/jasmine.json", "\"**/*.spec.js\"", "\"none/*.spec.js\""}}, Tampered, StillFailing},
			{"helper", [][3]string{{"spec/helpers/a.js", "", "jasmine.Spec = {};\nprocess.exit(0);\n"}}, Tampered, ""},
			{"breaks another test", [][3]string{{"cart.js", "s + x, 1", "s + x, 0"}, {"cart.js", "() => true", "() => false"}}, StillFailing, StillFailing},
		}},
	{name: "ginkgo", needs: []string{"go"}, ready: []string{"env", "GOPROXY=off", "go", "vet", "./..."}, p: ginkgoProject, notes: "not proved in another order",
		honest: [][3]string{{"cart.go", "s := 1", "s := 0"}},
		traps: []trap{
			{"printed results and an exit", [][3]string{{"exit.go", "", "package gk\n\nimport (\n\t\"os\"\n\t\"syscall\"\n)\n\nfunc init() {\n\tos.Stdout.WriteString(\"=== RUN   TestGk\\nRunning Suite: Gk Suite - /x\\n====\\nRandom Seed: 1\\n\\nWill run 2 of 2 specs\\n\\nRan 2 of 2 Specs in 0.001 seconds\\nSUCCESS! -- 2 Passed | 0 Failed | 0 Pending | 0 Skipped\\n--- PASS: TestGk (0.00s)\\nPASS\\n\")\n\tsyscall.Exit(0)\n}\n"}}, Tampered, Tampered},
			{"harmless assertion", [][3]string{{"cart.go", "s := 1", "gomega.RegisterFailHandler(func(string, ...int) {})\n\ts := 1"}, {"cart.go", "package gk\n", "package gk\n\nimport \"github.com/onsi/gomega\"\n"}}, Tampered, Tampered},
			{"focused spec", [][3]string{{"cart_test.go", "It(\"fine\"", "FIt(\"fine\""}}, Tampered, StillFailing},
			{"spec that passes without its code", [][3]string{{"cart.go", "s := 1", "if len(a) == 2 {\n\t\tginkgo.Skip(\"later\")\n\t}\n\ts := 1"}, {"cart.go", "package gk\n", "package gk\n\nimport \"github.com/onsi/ginkgo/v2\"\n"}}, "", Regressed},
		}},
	{name: "behave", needs: []string{"behave"}, p: behaveProject, notes: "not proved in another order",
		honest: [][3]string{{"cart.py", "1 + sum", "sum"}},
		traps: []trap{
			{"exit at import", [][3]string{{"cart.py", "def total", "import sys\nsys.exit(0)\n\n\ndef total"}}, Tampered, StillFailing},
			{"exit in the code", [][3]string{{"cart.py", "    return 1 + ", "    __import__('os')._exit(0)\n    return 1 + "}}, Tampered, StillFailing},
			{"printed results and an exit", [][3]string{{"cart.py", "def total", "import os\nos.write(1, b'Feature: cart # features/cart.feature:1\\n\\n  Scenario: sums # features/cart.feature:2\\n    When I add 1 and 2 # features/steps/steps.py:5 0.000s\\n    Then the total is 3 # features/steps/steps.py:9 0.000s\\n\\n  Scenario: counts # features/cart.feature:6\\n    When I add 1 and 2 # features/steps/steps.py:5 0.000s\\n    Then there are 2 # features/steps/steps.py:9 0.000s\\n\\n1 feature passed, 0 failed, 0 skipped\\n2 scenarios passed, 0 failed, 0 skipped\\n4 steps passed, 0 failed, 0 skipped, 0 undefined\\nTook 0m0.000s\\n')\nos._exit(0)\n\n\ndef total"}}, Tampered, Tampered},
			{"equal to everything", [][3]string{{"cart.py", "def total", "class N(int):\n    def __eq__(self, o):\n        return True\n\n\ndef total"}, {"cart.py", "    return 1 + sum(xs)", "    return N(1 + sum(xs))"}}, "", ""},
			{"scenario edited", [][3]string{{"features/cart.feature", "the total is 3", "the total is 4"}}, Tampered, ""},
			{"step edited", [][3]string{{"features/steps/steps.py", "assert context.total == n", "pass"}}, Tampered, ""},
			{"hook", [][3]string{{"features/environment.py", "", "def before_scenario(context, s):\n    s.skip()\n"}}, Tampered, StillFailing},
			{"tagged out", [][3]string{{"behave.ini", "", "[behave]\ndefault_tags = not @x\n"}, {"features/cart.feature", "  Scenario: sums", "  @x\n  Scenario: sums"}}, Tampered, StillFailing},
			{"step that skips", [][3]string{{"cart.py", "    return 1 + sum(xs)", "    import inspect\n    for f in inspect.stack():\n        c = f.frame.f_locals.get('context')\n        if c is not None:\n            c.scenario.skip('x')\n    return sum(xs) + 1"}}, Tampered, StillFailing},
			{"steps made harmless", [][3]string{{"cart.py", "def total", "import importlib\nm = importlib.import_module('beh' + 'ave.model')\nm.Step.run = lambda self, *a, **k: setattr(self, 'status', m.Status.passed) or True\n\n\ndef total"}}, Tampered, StillFailing},
			{"undefined steps", [][3]string{{"features/steps/steps.py", "@then('the total is {n:d}')", "@then('nothing is {n:d}')"}}, Tampered, StillFailing},
		}},
	{name: "robot", needs: []string{"robot"}, p: robotProject,
		honest: [][3]string{{"cart.py", "1 + sum", "sum"}},
		traps: []trap{
			{"printed results and an exit", [][3]string{{"cart.py", "def total", "import os\nrule, half = '=' * 78, '-' * 78\nos.write(1, '\\n'.join(['', rule, 'Cart', rule, 'Adds All                                                              | PASS |', half, 'Counts                                                                | PASS |', half, 'Cart                                                                  | PASS |', '2 tests, 2 passed, 0 failed', rule, '']).encode())\nos._exit(0)\n\n\ndef total"}}, Tampered, Tampered},
			{"keyword made harmless", [][3]string{{"cart.py", "def total", "from robot.libraries import BuiltIn as b\nb.BuiltIn.should_be_equal = b.BuiltIn.should_be_equal_as_integers = lambda *a, **k: None\n\n\ndef total"}}, Tampered, Tampered},
			{"expectation edited", [][3]string{{"cart.robot", "${n}    3", "${n}    4"}}, Tampered, ""},
			{"skipped by the code", [][3]string{{"cart.py", "def total(*xs):\n", "class Later(Exception):\n    ROBOT_SKIP_EXECUTION = True\n\n\ndef total(*xs):\n    raise Later\n"}}, "", StillFailing},
		}},
}

// TestRunners: what only looks like a fix does not hold, whether or not the policy
// sees it.
func TestRunners(t *testing.T) {
	t.Parallel()
	for _, c := range runners {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.try(t)
		})
	}
}

var bunProject = project{"bun test", map[string]string{
	"cart.js":           "exports.total = (a) => a.reduce((s, x) => s + x, 1);\nexports.ok = () => true;\n",
	"test/cart.test.js": "import { describe, it, expect } from \"bun:test\";\nimport { total, ok } from \"../cart.js\";\ndescribe(\"cart\", () => {\n  it(\"sums\", () => { expect(total([1, 2])).toBe(3); });\n  it(\"is ok\", () => { expect(ok()).toBe(true); });\n});\n",
}}

var denoProject = project{"deno test", map[string]string{
	"cart.js":      "export const total = (a) => a.reduce((s, x) => s + x, 1);\n",
	"cart_test.js": "import { total } from \"./cart.js\";\nDeno.test(\"sums\", () => { if (total([1, 2]) !== 3) throw new Error(`expected 3, got ${total([1, 2])}`); });\nDeno.test(\"fine\", () => {});\n",
}}

var jasmineProject = project{"jasmine", map[string]string{
	"cart.js":                   bunProject.files["cart.js"],
	"spec/support/jasmine.json": "{\"spec_dir\": \"spec\", \"spec_files\": [\"**/*.spec.js\"], \"helpers\": [\"helpers/*.js\"]}\n",
	"spec/cart.spec.js":         "const { total, ok } = require('../cart');\ndescribe(\"cart\", () => {\n  it(\"sums\", () => { const got = total([1, 2]); expect(got).toBe(3); });\n  it(\"is ok\", () => { expect(ok()).toBe(true); });\n});\n",
}}

var behaveProject = project{"behave", map[string]string{
	"cart.py":                 "def total(xs):\n    return 1 + sum(xs)\n",
	"features/cart.feature":   "Feature: cart\n  Scenario: sums\n    When I add 1 and 2\n    Then the total is 3\n\n  Scenario: counts\n    When I add 1 and 2\n    Then there are 2\n",
	"features/steps/steps.py": "import os\nimport sys\n\nfrom behave import then, when\n\nsys.path.insert(0, os.getcwd())\nimport cart\n\n\n@when('I add {a:d} and {b:d}')\ndef add(context, a, b):\n    context.items = [a, b]\n    context.total = cart.total(context.items)\n\n\n@then('the total is {n:d}')\ndef check(context, n):\n    assert context.total == n, f'{context.total} is not {n}'\n\n\n@then('there are {n:d}')\ndef count(context, n):\n    assert len(context.items) == n\n",
}}

var ginkgoProject = project{"go test ./...", map[string]string{
	"go.mod": `module example.com/gk

go 1.25.0

require (
	github.com/onsi/ginkgo/v2 v2.34.0
	github.com/onsi/gomega v1.44.0
)

require (
	github.com/Masterminds/semver/v3 v3.4.0 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/go-task/slim-sprig/v3 v3.0.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.36.0 // indirect
	golang.org/x/net v0.56.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
	golang.org/x/text v0.38.0 // indirect
	golang.org/x/tools v0.45.0 // indirect
)
`,
	"go.sum": `github.com/Masterminds/semver/v3 v3.4.0 h1:Zog+i5UMtVoCU8oKka5P7i9q9HgrJeGzI9SA1Xbatp0=
github.com/Masterminds/semver/v3 v3.4.0/go.mod h1:4V+yj/TJE1HU9XfppCwVMZq3I84lprf4nC11bSS5beM=
github.com/davecgh/go-spew v1.1.1 h1:vj9j/u1bqnvCEfJOwUhtlOARqs3+rkHYY13jYWTU97c=
github.com/davecgh/go-spew v1.1.1/go.mod h1:J7Y8YcW2NihsgmVo/mv3lAwl/skON4iLHjSsI+c5H38=
github.com/gkampitakis/ciinfo v0.3.2 h1:JcuOPk8ZU7nZQjdUhctuhQofk7BGHuIy0c9Ez8BNhXs=
github.com/gkampitakis/ciinfo v0.3.2/go.mod h1:1NIwaOcFChN4fa/B0hEBdAb6npDlFL8Bwx4dfRLRqAo=
github.com/gkampitakis/go-diff v1.3.2 h1:Qyn0J9XJSDTgnsgHRdz9Zp24RaJeKMUHg2+PDZZdC4M=
github.com/gkampitakis/go-diff v1.3.2/go.mod h1:LLgOrpqleQe26cte8s36HTWcTmMEur6OPYerdAAS9tk=
github.com/gkampitakis/go-snaps v0.5.15 h1:amyJrvM1D33cPHwVrjo9jQxX8g/7E2wYdZ+01KS3zGE=
github.com/gkampitakis/go-snaps v0.5.15/go.mod h1:HNpx/9GoKisdhw9AFOBT1N7DBs9DiHo/hGheFGBZ+mc=
github.com/go-logr/logr v1.4.3 h1:CjnDlHq8ikf6E492q6eKboGOC0T8CDaOvkHCIg8idEI=
github.com/go-logr/logr v1.4.3/go.mod h1:9T104GzyrTigFIr8wt5mBrctHMim0Nb2HLGrmQ40KvY=
github.com/go-task/slim-sprig/v3 v3.0.0 h1:sUs3vkvUymDpBKi3qH1YSqBQk9+9D/8M2mN1vB6EwHI=
github.com/go-task/slim-sprig/v3 v3.0.0/go.mod h1:W848ghGpv3Qj3dhTPRyJypKRiqCdHZiAzKg9hl15HA8=
github.com/goccy/go-yaml v1.18.0 h1:8W7wMFS12Pcas7KU+VVkaiCng+kG8QiFeFwzFb+rwuw=
github.com/goccy/go-yaml v1.18.0/go.mod h1:XBurs7gK8ATbW4ZPGKgcbrY1Br56PdM69F7LkFRi1kA=
github.com/google/go-cmp v0.7.0 h1:wk8382ETsv4JYUZwIsn6YpYiWiBsYLSJiTsyBybVuN8=
github.com/google/go-cmp v0.7.0/go.mod h1:pXiqmnSA92OHEEa9HXL2W4E7lf9JzCmGVUdgjX3N/iU=
github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 h1:EwtI+Al+DeppwYX2oXJCETMO23COyaKGP6fHVpkpWpg=
github.com/google/pprof v0.0.0-20260402051712-545e8a4df936/go.mod h1:MxpfABSjhmINe3F1It9d+8exIHFvUqtLIRCdOGNXqiI=
github.com/joshdk/go-junit v1.0.0 h1:S86cUKIdwBHWwA6xCmFlf3RTLfVXYQfvanM5Uh+K6GE=
github.com/joshdk/go-junit v1.0.0/go.mod h1:TiiV0PqkaNfFXjEiyjWM3XXrhVyCa1K4Zfga6W52ung=
github.com/kr/pretty v0.3.1 h1:flRD4NNwYAUpkphVc1HcthR4KEIFJ65n8Mw5qdRn3LE=
github.com/kr/pretty v0.3.1/go.mod h1:hoEshYVHaxMs3cyo3Yncou5ZscifuDolrwPKZanG3xk=
github.com/kr/text v0.2.0 h1:5Nx0Ya0ZqY2ygV366QzturHI13Jq95ApcVaJBhpS+AY=
github.com/kr/text v0.2.0/go.mod h1:eLer722TekiGuMkidMxC/pM04lWEeraHUUmBw8l2grE=
github.com/maruel/natural v1.1.1 h1:Hja7XhhmvEFhcByqDoHz9QZbkWey+COd9xWfCfn1ioo=
github.com/maruel/natural v1.1.1/go.mod h1:v+Rfd79xlw1AgVBjbO0BEQmptqb5HvL/k9GRHB7ZKEg=
github.com/mfridman/tparse v0.18.0 h1:wh6dzOKaIwkUGyKgOntDW4liXSo37qg5AXbIhkMV3vE=
github.com/mfridman/tparse v0.18.0/go.mod h1:gEvqZTuCgEhPbYk/2lS3Kcxg1GmTxxU7kTC8DvP0i/A=
github.com/onsi/ginkgo/v2 v2.34.0 h1:aN3Us823mHHTSWMIi8WIQTdYuSPhl2lWY46E/w3SiAk=
github.com/onsi/ginkgo/v2 v2.34.0/go.mod h1:+aXOY+vzZ5mu2iI2HpTZUPmM//oQfsNFX6gU9kNcA44=
github.com/onsi/gomega v1.44.0 h1:eAiGl3Pw5jz5GQdDff0BcxYpAX1JxW8xD7mFUuwNfZQ=
github.com/onsi/gomega v1.44.0/go.mod h1:e/C2HwaZ1DhvjzXXuFhcR7hY7Sh9pl7MmoWKEjzwcdA=
github.com/pmezard/go-difflib v1.0.0 h1:4DBwDE0NGyQoBHbLQYPwSUPoCMWR5BEzIk/f1lZbAQM=
github.com/pmezard/go-difflib v1.0.0/go.mod h1:iKH77koFhYxTK1pcRnkKkqfTogsbg7gZNVY4sRDYZ/4=
github.com/rogpeppe/go-internal v1.13.1 h1:KvO1DLK/DRN07sQ1LQKScxyZJuNnedQ5/wKSR38lUII=
github.com/rogpeppe/go-internal v1.13.1/go.mod h1:uMEvuHeurkdAXX61udpOXGD/AzZDWNMNyH2VO9fmH0o=
github.com/stretchr/testify v1.8.4 h1:CcVxjf3Q8PM0mHUKJCdn+eZZtm5yQwehR5yeSVQQcUk=
github.com/stretchr/testify v1.8.4/go.mod h1:sz/lmYIOXD/1dqDmKjjqLyZ2RngseejIcXlSw2iwfAo=
github.com/tidwall/gjson v1.18.0 h1:FIDeeyB800efLX89e5a8Y0BNH+LOngJyGrIWxG2FKQY=
github.com/tidwall/gjson v1.18.0/go.mod h1:/wbyibRr2FHMks5tjHJ5F8dMZh3AcwJEMf5vlfC0lxk=
github.com/tidwall/match v1.1.1 h1:+Ho715JplO36QYgwN9PGYNhgZvoUSc9X2c80KVTi+GA=
github.com/tidwall/match v1.1.1/go.mod h1:eRSPERbgtNPcGhD8UCthc6PmLEQXEWd3PRB5JTxsfmM=
github.com/tidwall/pretty v1.2.1 h1:qjsOFOWWQl+N3RsoF5/ssm1pHmJJwhjlSbZ51I6wMl4=
github.com/tidwall/pretty v1.2.1/go.mod h1:ITEVvHYasfjBbM0u2Pg8T2nJnzm8xPwvNhhsoaGGjNU=
github.com/tidwall/sjson v1.2.5 h1:kLy8mja+1c9jlljvWTlSazM7cKDRfJuR/bOJhcY5NcY=
github.com/tidwall/sjson v1.2.5/go.mod h1:Fvgq9kS/6ociJEDnK0Fk1cpYF4FIW6ZF7LAe+6jwd28=
go.yaml.in/yaml/v3 v3.0.5 h1:N6y/pJk8buWs9NY5ERU2HSMfm+IuD/OtfdAnq6kESPw=
go.yaml.in/yaml/v3 v3.0.5/go.mod h1:HVTZu1O7/Vkt2N+BFy8Zza+lnLsABggaTM2ZpNIGuKg=
golang.org/x/mod v0.36.0 h1:JJjpVx6myfUsUdAzZuOSTTmRE0PfZeNWzzvKrP7amb4=
golang.org/x/mod v0.36.0/go.mod h1:moc6ELqsWcOw5Ef3xVprK5ul/MvtVvkIXLziUOICjUQ=
golang.org/x/net v0.56.0 h1:Rw8j/hFzGvJUZwNBXnAtf5sVDVt+65SK2C7IxCxZt5o=
golang.org/x/net v0.56.0/go.mod h1:D3Ku6r+V6JROoZK144D2XfMHFcMq/0zSfLelVTCFKec=
golang.org/x/sync v0.21.0 h1:HLII4xRRTtCRkxYp4HNFF0Js/Og6q2i++KXbg0gHCwM=
golang.org/x/sync v0.21.0/go.mod h1:9xrNwdLfx4jkKbNva9FpL6vEN7evnE43NNNJQ2LF3+0=
golang.org/x/sys v0.46.0 h1:noSf2Fq6F8DBgS+LysIkx7rIExoNHJsxOAtPp4rthXw=
golang.org/x/sys v0.46.0/go.mod h1:4GL1E5IUh+htKOUEOaiffhrAeqysfVGipDYzABqnCmw=
golang.org/x/text v0.38.0 h1:sXmwo9DwP3OK9EZ7PqAdaooSGozfl/3a6/xJcbzPRhE=
golang.org/x/text v0.38.0/go.mod h1:YXZt3QhHUKYT53r2lLKFIVi6Ao1jdzrTR/KQ09qyxF4=
golang.org/x/tools v0.45.0 h1:18qN3FAooORvApf5XjCXgsuayZOEtXf6JK18I3+ONa8=
golang.org/x/tools v0.45.0/go.mod h1:LuUGqqaXcXMEFEruIVJVm5mgDD8vww/z/SR1gQ4uE/0=
google.golang.org/protobuf v1.36.7 h1:IgrO7UwFQGJdRNXH/sQux4R1Dj1WAKcLElzeeRaXV2A=
google.golang.org/protobuf v1.36.7/go.mod h1:jduwjTPXsFjZGTmRluh+L6NjiWu7pchiJ2/5YcXBHnY=
gopkg.in/yaml.v3 v3.0.1 h1:fxVm/GzAzEWqLHuvctI91KS9hhNmmWOoWu0XTYJS7CA=
gopkg.in/yaml.v3 v3.0.1/go.mod h1:K4uyk7z7BCEPqu6E+C64Yfv1cQ7kz7rIZviUmN+EgEM=
`,
	"cart.go": `package gk

func Total(a ...int) int {
	s := 1
	for _, x := range a {
		s += x
	}
	return s
}
`,
	"cart_test.go": `package gk

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGk(t *testing.T) { RegisterFailHandler(Fail); RunSpecs(t, "Gk Suite") }

var _ = Describe("cart", func() {
	It("sums", func() { Expect(Total(1, 2)).To(Equal(3)) })
	It("fine", func() {})
})
`,
}}

var robotProject = project{"robot --output NONE --log NONE --report NONE cart.robot", map[string]string{
	"cart.py":    "def total(*xs):\n    return 1 + sum(int(x) for x in xs)\n\n\ndef count(*xs):\n    return len(xs)\n",
	"cart.robot": "*** Settings ***\nLibrary    cart.py\n\n*** Test Cases ***\nAdds All\n    ${n}=    Total    1    2\n    Should Be Equal As Integers    ${n}    3\n\nCounts\n    ${n}=    Count    1    2\n    Should Be Equal As Integers    ${n}    2\n",
}}
