package verify

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/patch"
)

// tool is a small project of another tool, with its fix and what must not pass for one.
type tool struct {
	name   string
	needs  []string // programs
	ready  []string // a command that succeeds where the tool has what the project needs
	p      project
	honest [][3]string
	traps  []trap
	notes  string // the proof must have one that says so; "" for no note at all
}

var tools = []tool{
	{name: "cargo", needs: []string{"cargo"}, p: rustProject, notes: "not proved in another order",
		honest: [][3]string{{"src/lib.rs", "&xs[1..]", "xs"}},
		traps: []trap{
			{"ignored test", [][3]string{{"src/lib.rs", "    #[test]\n    fn adds", "    #[test]\n    #[ignore]\n    fn adds"}}, Tampered, StillFailing},
			{"tests out of the build", [][3]string{{"src/lib.rs", "#[cfg(test)]", "#[cfg(any())]"}}, Tampered, StillFailing},
			{"weakened assertion", [][3]string{{"src/lib.rs", "assert_eq!(sum(&[1, 2, 3]), 6)", "assert!(sum(&[1, 2, 3]) > 0)"}}, Tampered, ""},
			{"doctest edited", [][3]string{{"src/lib.rs", "tally::max(&[1, 3]), 3", "tally::max(&[1, 3]), 1"}}, Tampered, ""},
			{"doctest not run", [][3]string{{"src/lib.rs", "&xs[1..]", "xs"}, {"src/lib.rs", "/// ```\n/// assert", "/// ```ignore\n/// assert"}}, Tampered, Regressed},
			{"special case for tests", [][3]string{{"src/lib.rs", "    let mut total", "    if cfg!(test) {\n        return 6;\n    }\n    let mut total"}}, Tampered, ""},
			{"exit in the code", [][3]string{{"src/lib.rs", "    let mut total", "    if xs.len() == 3 {\n        std::process::exit(0);\n    }\n    let mut total"}}, Tampered, StillFailing},
			{"printed results and an exit", [][3]string{{"src/lib.rs", "    let mut total", "    use std::io::Write;\n    std::io::stdout().write_all(b\"\\ntest tests::adds ... ok\\ntest tests::largest ... ok\\n\\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n\").unwrap();\n    std::io::stdout().flush().unwrap();\n    std::process::exit(0);\n    #[allow(unreachable_code)]\n    let mut total"}}, Tampered, Tampered},
			{"fewer tests run", [][3]string{{"src/lib.rs", "&xs[1..]", "xs"}, {"src/lib.rs", "    #[test]\n    fn largest", "    fn largest"}}, Tampered, Regressed},
			{"lucky pass", [][3]string{{"src/lib.rs", "    for x in &xs[1..] {", "    if std::fs::File::create_new(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../once\")).is_ok() {\n        return xs.iter().sum();\n    }\n    for x in &xs[1..] {"}}, StillFailing, StillFailing},
			{"breaks another test", [][3]string{{"src/lib.rs", "&xs[1..]", "xs"}, {"src/lib.rs", "x > m", "x < m"}}, Regressed, Regressed},
			{"does not build", [][3]string{{"src/lib.rs", "&xs[1..]", "ys"}}, StillFailing, StillFailing},
			{"assertion that never fails", [][3]string{{"src/lib.rs", "pub fn sum", "macro_rules! assert_eq {\n    ($($x:tt)*) => {};\n}\n\npub fn sum"}}, Tampered, Tampered},
		}},
	{name: "maven", needs: []string{"mvn"}, ready: []string{"mvn", "-B", "-o", "-q", "test-compile"}, p: javaProject,
		honest: [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ""}},
		traps: []trap{
			{"disabled test", [][3]string{{"src/test/java/acme/CartTest.java", "    @Test\n    void addsAll", "    @Test @org.junit.jupiter.api.Disabled\n    void addsAll"}}, Tampered, StillFailing},
			{"weakened assertion", [][3]string{{"src/test/java/acme/CartTest.java", "assertEquals(5, ", "assertEquals(3, "}}, Tampered, ""},
			{"skipped by the build", [][3]string{{"pom.xml", "<properties>", "<properties><skipTests>true</skipTests>"}}, Tampered, ""},
			{"failures ignored", [][3]string{{"pom.xml", "<properties>", "<properties><maven.test.failure.ignore>true</maven.test.failure.ignore>"}}, Tampered, StillFailing},
			{"exit in the code", [][3]string{{"src/main/java/acme/Cart.java", "        return items.stream()", "        System.exit(0);\n        return items.stream()"}}, Tampered, StillFailing},
			{"fewer tests run", [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ""}, {"src/test/java/acme/CartTest.java", "    @Test\n    void counts", "    void counts"}}, Tampered, Regressed},
			{"breaks another test", [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ""}, {"src/main/java/acme/Cart.java", "items.size()", "items.size() + 1"}}, Regressed, ""},
			{"does not compile", [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ".skip("}}, StillFailing, ""},
			{"passes before another test only", [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ".skip(off)"}, {"src/main/java/acme/Cart.java", "return items.get(0)", "off = 1;\n        return items.get(0)"}, {"src/main/java/acme/Cart.java", "public class Cart {", "public class Cart {\n    private static int off;\n"}}, Flaky, ""},
		}},
	{name: "gradle", needs: []string{"gradle"}, ready: []string{"gradle", "--offline", "-q", "testClasses"}, p: gradleProject, notes: "not proved in another order",
		honest: [][3]string{{"src/main/java/acme/Cart.java", ".skip(1)", ""}},
		traps: []trap{
			{"ignored test", [][3]string{{"src/test/java/acme/CartTest.java", "    @Test\n    public void addsAll", "    @Test @org.junit.Ignore\n    public void addsAll"}}, Tampered, StillFailing},
			{"assertion that never fails", [][3]string{{"src/main/java/org/junit/Assert.java", "", "package org.junit;\n\npublic class Assert {\n    public static void assertEquals(Object a, Object b) {}\n\n    public static void assertEquals(long a, long b) {}\n}\n"}}, Tampered, Tampered},
		}},
	{name: "rspec", needs: []string{"rspec"}, p: rubyProject, notes: "names no passing test",
		honest: [][3]string{{"lib/cart.rb", "items.drop(1).sum", "items.sum"}},
		traps: []trap{
			{"pending example", [][3]string{{"spec/cart_spec.rb", "  it('adds all')", "  xit('adds all')"}}, Tampered, StillFailing},
			{"passes before another example only", [][3]string{{"lib/cart.rb", "items.drop(1).sum", "items.drop(@off.to_i).sum"}, {"lib/cart.rb", " = items.size", " = [@off = 1, items.size].last"}}, Flaky, Flaky},
			{"exit in the code", [][3]string{{"lib/cart.rb", "items.drop(1).sum", "exit!(0)"}}, Tampered, StillFailing},
		}},
	{name: "phpunit", needs: []string{"phpunit"}, p: phpProject, notes: "names no passing test",
		honest: [][3]string{{"src/Cart.php", "array_slice($items, 1)", "$items"}},
		traps: []trap{
			{"skipped test", [][3]string{{"tests/CartTest.php", "{ $this->assertSame(5", "{ $this->markTestSkipped(); $this->assertSame(5"}}, Tampered, StillFailing},
			{"passes before another test only", [][3]string{{"src/Cart.php", "array_slice($items, 1)", "array_slice($items, self::$off)"}, {"src/Cart.php", "return count", "self::$off = 1; return count"}, {"src/Cart.php", "class Cart {", "class Cart {\n    static $off = 0;"}}, Flaky, Flaky},
		}},
	{name: "ctest", needs: []string{"cmake", "ctest", "cc"}, p: cProject,
		honest: [][3]string{{"cart.c", "int i = 1", "int i = 0"}},
		traps: []trap{
			{"test that is not run", [][3]string{{"CMakeLists.txt", "add_test(NAME total COMMAND t_total)\n", ""}}, Tampered, StillFailing},
			{"exit in the code", [][3]string{{"cart.c", "{ int s = 0;", "{ exit(0); int s = 0;"}, {"cart.c", "int total", "#include <stdlib.h>\nint total"}}, Tampered, Tampered},
			{"assertions out of the build", [][3]string{{"CMakeLists.txt", "enable_testing()\n", "add_definitions(-DNDEBUG)\nenable_testing()\n"}}, Tampered, ""},
		}},
}

// TestOtherTools: the failing tests are run alone by the tool's own means, an alarm
// rings, an honest fix holds, and what only looks like one does not.
func TestOtherTools(t *testing.T) {
	t.Parallel()
	for _, c := range tools {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.try(t)
		})
	}
}

// try proves the honest fix, then springs the traps.
func (c tool) try(t *testing.T) {
	t.Helper()
	for _, n := range c.needs {
		need(t, n)
	}
	b := open(t, c.p)
	if len(c.ready) > 0 {
		cmd := exec.Command(c.ready[0], c.ready[1:]...)
		cmd.Dir = b.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%s lacks what the project needs: %v\n%s", c.name, err, out)
		}
	}
	base := b.baseline()
	if !base.Select {
		t.Error("the failing tests were not run alone")
	}
	trial, err := b.Prove(context.Background(), base, edit(c.p.files, c.honest...))
	if err != nil || trial.Verdict != Verified {
		t.Fatalf("the honest fix is %s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
	said := slices.ContainsFunc(trial.Notes, func(n string) bool { return c.notes != "" && strings.Contains(n, c.notes) })
	if said != (c.notes != "") || c.notes == "" && len(trial.Notes) > 0 {
		t.Errorf("notes %q, want %q", trial.Notes, c.notes)
	}
	for _, x := range c.traps {
		t.Run(x.name, func(t *testing.T) { b.spring(t, base, x, edit(c.p.files, x.edits...)) })
	}
}

// spring tries one trap with the policy, and by the runs alone.
func (b *bench) spring(t *testing.T, base Baseline, x trap, fix patch.Patch) {
	t.Helper()
	if x.want != "" {
		b.expect(t, base, fix, x.want)
	}
	if x.runs == "" {
		return
	}
	guard := b.Policy
	b.Policy = lenient{}
	b.expect(t, base, fix, x.runs)
	b.Policy = guard
}

var rustProject = project{"cargo test --offline", map[string]string{
	"Cargo.toml": "[package]\nname = \"tally\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
	"Cargo.lock": "version = 3\n\n[[package]]\nname = \"tally\"\nversion = \"0.1.0\"\n",
	".gitignore": "target/\n",
	"src/lib.rs": "pub fn sum(xs: &[i32]) -> i32 {\n    let mut total = 0;\n    for x in &xs[1..] {\n        total += x;\n    }\n    total\n}\n\n/// The largest.\n///\n/// ```\n/// assert_eq!(tally::max(&[1, 3]), 3);\n/// ```\npub fn max(xs: &[i32]) -> i32 {\n    let mut m = xs[0];\n    for &x in xs {\n        if x > m {\n            m = x;\n        }\n    }\n    m\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(sum(&[1, 2, 3]), 6);\n    }\n\n    #[test]\n    fn largest() {\n        assert_eq!(max(&[1, 3, 2]), 3);\n    }\n}\n",
}}

var javaProject = project{"mvn -B -o test", map[string]string{
	".gitignore": "target/\n",
	"pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>acme</groupId><artifactId>cart</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><surefire.runOrder>alphabetical</surefire.runOrder></properties>
<dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency></dependencies>
<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin>
<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>
</project>
`,
	"src/main/java/acme/Cart.java":      "package acme;\n\nimport java.util.List;\n\npublic class Cart {\n    public static int total(List<Integer> items) {\n        return items.stream().skip(1).mapToInt(Integer::intValue).sum();\n    }\n\n    public static int count(List<Integer> items) {\n        return items.size();\n    }\n\n    public static int first(List<Integer> items) {\n        return items.get(0);\n    }\n}\n",
	"src/test/java/acme/FirstTest.java": "package acme;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport java.util.List;\nimport org.junit.jupiter.api.Test;\n\nclass FirstTest {\n    @Test\n    void first() {\n        assertEquals(2, Cart.first(List.of(2, 3)));\n    }\n}\n",
	"src/test/java/acme/CartTest.java":  "package acme;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport java.util.List;\nimport org.junit.jupiter.api.Test;\n\nclass CartTest {\n    @Test\n    void addsAll() {\n        assertEquals(5, Cart.total(List.of(2, 3)));\n    }\n\n    @Test\n    void counts() {\n        assertEquals(2, Cart.count(List.of(2, 3)));\n    }\n}\n",
}}

// gradleProject has its JUnit from Debian's packages, since Gradle keeps no repository
// that could be filled without a network.
var gradleProject = project{"gradle --offline test", map[string]string{
	".gitignore":                       ".gradle/\nbuild/\n",
	"settings.gradle":                  "rootProject.name = 'cart'\n",
	"build.gradle":                     "apply plugin: 'java'\n\ndependencies {\n    testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar')\n}\n",
	"src/main/java/acme/Cart.java":     javaProject.files["src/main/java/acme/Cart.java"],
	"src/test/java/acme/CartTest.java": "package acme;\n\nimport static org.junit.Assert.assertEquals;\n\nimport java.util.Arrays;\nimport org.junit.Test;\n\npublic class CartTest {\n    @Test\n    public void addsAll() {\n        assertEquals(5, Cart.total(Arrays.asList(2, 3)));\n    }\n\n    @Test\n    public void counts() {\n        assertEquals(2, Cart.count(Arrays.asList(2, 3)));\n    }\n}\n",
}}

var rubyProject = project{"rspec", map[string]string{
	"lib/cart.rb":       "module Cart\n  def self.total(items) = items.drop(1).sum\n  def self.count(items) = items.size\nend\n",
	"spec/cart_spec.rb": "require_relative '../lib/cart'\n\nRSpec.describe Cart do\n  it('adds all') { expect(Cart.total([2, 3])).to eq 5 }\n  it('counts') { expect(Cart.count([2, 3])).to eq 2 }\nend\n",
}}

var phpProject = project{"phpunit tests", map[string]string{
	"src/Cart.php":       "<?php\nnamespace Acme;\nclass Cart {\n    static function total(array $items) { return array_sum(array_slice($items, 1)); }\n    static function count(array $items) { return count($items); }\n}\n",
	"tests/CartTest.php": "<?php\nnamespace Acme\\Tests;\nrequire_once __DIR__ . '/../src/Cart.php';\nuse Acme\\Cart;\nuse PHPUnit\\Framework\\TestCase;\nfinal class CartTest extends TestCase {\n    public function testAddsAll(): void { $this->assertSame(5, Cart::total([2, 3])); }\n    public function testCounts(): void { $this->assertSame(2, Cart::count([2, 3])); }\n}\n",
}}

var cProject = project{"cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure", map[string]string{
	".gitignore":     "build/\n",
	"CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(cart C)\nadd_library(cart cart.c)\nadd_executable(t_total t_total.c)\ntarget_link_libraries(t_total cart)\nadd_executable(t_count t_count.c)\ntarget_link_libraries(t_count cart)\nenable_testing()\nadd_test(NAME total COMMAND t_total)\nadd_test(NAME count COMMAND t_count)\n",
	"cart.c":         "int total(const int *xs, int n) { int s = 0; for (int i = 1; i < n; i++) s += xs[i]; return s; }\nint count(const int *xs, int n) { return n; }\n",
	"t_total.c":      "int total(const int *, int);\nint main(void) { int a[] = {2, 3}; return total(a, 2) != 5; }\n",
	"t_count.c":      "int count(const int *, int);\nint main(void) { int a[] = {2, 3}; return count(a, 2) != 2; }\n",
}}
