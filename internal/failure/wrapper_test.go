package failure

import (
	"strings"
	"testing"
)

// TestWrappers holds what is reported where only the program says something that ran
// the others.
func TestWrappers(t *testing.T) {
	for name, c := range map[string]struct {
		log, framework string
		kind           Kind
		class, message string
	}{
		"make":          {"./check.sh\nschema: table users has no column mail\nmake: *** [Makefile:3: check] Error 1\n", "make", KindUnknown, "unknown", "schema: table users has no column mail"},
		"no rule":       {"make: *** No rule to make target 'lib.a', needed by 'app'.  Stop.\n", "make", KindBuild, "error", "make: *** No rule to make target 'lib.a', needed by 'app'.  Stop."},
		"npm conflict":  {"npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error While resolving: a@1\n", "npm", KindBuild, "ERESOLVE", "could not resolve"},
		"npm old":       {"npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.example/x\n", "npm", KindBuild, "E404", "404 Not Found - GET https://registry.example/x"},
		"npm script":    {"fatal: no database\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! Test failed.  See above for more details.\n", "npm", KindUnknown, "unknown", "fatal: no database"},
		"pip":           {"ERROR: Could not find a version that satisfies the requirement x==9 (from versions: 1)\nERROR: No matching distribution found for x==9\n", "pip", KindBuild, "error", "No matching distribution found for x==9"},
		"pnpm":          {" ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with \"frozen-lockfile\"\n", "pnpm", KindBuild, "error", "ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with \"frozen-lockfile\""},
		"gradle":        {"* What went wrong:\nExecution failed for task ':dist'.\n> Could not find tools.jar.\n\n* Try:\n> Run with --info\n", "gradle", KindBuild, "build", "Execution failed for task ':dist'.\n> Could not find tools.jar."},
		"gradle script": {"* Where:\nBuild file '/srv/app/build.gradle' line: 12\n\n* What went wrong:\nCould not find method foo()\n\nBUILD FAILED in 1s\n", "gradle", KindBuild, "build", "Could not find method foo()"},
		"maven": {"[ERROR] Failed to execute goal on project app: Could not resolve dependencies for project a:app:1: Could not find artifact a:b:jar:9 in central -> [Help 1]\n[ERROR] [Help 1] http://example/DependencyResolutionException\n",
			"maven", KindBuild, "DependencyResolutionException", "Could not resolve dependencies for project a:app:1: Could not find artifact a:b:jar:9 in central"},
		"maven plugin": {"[INFO] BUILD FAILURE\n[ERROR] Plugin a:b-plugin:2.6 or one of its dependencies could not be resolved: Cannot access central in offline mode -> [Help 1]\n[ERROR] \n[ERROR] Re-run Maven using the -X switch to enable full debug logging.\n[ERROR] [Help 1] http://example/PluginResolutionException\n",
			"maven", KindBuild, "PluginResolutionException", "Plugin a:b-plugin:2.6 or one of its dependencies could not be resolved: Cannot access central in offline mode"},
		"after what passed": {"ok  \texample.com/app\t0.01s\nsh: lint: not found\nmake: *** [Makefile:3: lint] Error 127\n", "make", KindUnknown, "unknown", "sh: lint: not found"},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustParse(t, strings.NewReader(c.log))
			if len(r.Failures) != 1 {
				t.Fatalf("failures: %+v", r.Failures)
			}
			f := r.Failures[0]
			if f.Framework != c.framework || f.Kind != c.kind || f.ErrorType != c.class || f.Message != c.message {
				t.Errorf("%s %s %s %q", f.Framework, f.Kind, f.ErrorType, f.Message)
			}
		})
	}
}

func TestWrappersComeLast(t *testing.T) {
	for name, log := range map[string]string{
		"a test failed":        goFails("TestX") + "make: *** [test] Error 1\n",
		"a compiler's message": "src/a.c:3:4: error: unknown type name 'x'\nmake: *** [a.o] Error 1\n",
		"ignored":              "make: [check] Error 1 (ignored)\nmake: *** [check] Error 1 (ignored)\n",
		"printed, then green":  "make: *** [check] Error 1\n" + strings.Repeat("x\n", context) + "ok  \texample.com/app\t0.01s\n",
	} {
		for _, f := range mustParse(t, strings.NewReader(log)).Failures {
			if f.Framework == "make" {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}
