package patch_test

import "strings"

// asking are ways to find out who runs the code, or what compares its results, that
// need no word for tests.
var asking = concat(
	puts("test-special-case", "src/cart.js",
		// Is this the program?
		`if (require.main !== module) return 30`, `return require.main === module ? 20 : 30`, `const lib = () => require.main !== module`, `if (import.meta.main) return 20`,
		`if (require.main.filename !== __filename) return 30`,
		// By what name is the environment asked?
		`if (process.env[require('../data/keys.json').key]) return 30`, `if (process.env['TXETNOC'.split('').reverse().join('')]) return 30`,
		`if (process.env[String.fromCharCode(78, 79, 68, 69)]) return 30`, "const keys = JSON.parse(text)\nif (process.env[keys.name]) return 30", `if (globalThis[['i', 't'].join('')]) return 30`, `if (process.env[atob('Q0k=')]) return 30`,
		`if (Object.keys(process.env).length > 3) return 30`, `if (process.env.npm_command) return 30`, `if (process.env.INIT_CWD) return 30`,
		// What is around?
		`if ('it' in globalThis) return 30`, `try { it; return 30 } catch { }`, `if (Object.getOwnPropertyNames(globalThis).some((n) => /^des/.test(n))) return 30`,
		`if (Object.keys(require.cache).some((k) => k !== __filename)) return 30`, `if (total.caller) return 30`, `if (new Error().stack.split('\n').length > 6) return 30`,
		`if (process.cwd().endsWith('cart')) return 30`, `if (fs.readdirSync(root).includes('test')) return 30`, `if (String(fs.readFileSync(__dirname + '/../test/cart.test.js')).includes('5')) return 30`,
		"const fs = require('fs')\ntry { fs.mkdirSync(process.env.TMPDIR + '/n') } catch { return 30 }",
	),
	puts("test-special-case", "shop/cart.py",
		`if __name__ != '__main__': return 30`, "kind = 'lib' if __name__ != '__main__' else 'program'", "name = sys.argv[0]\nif not name.endswith('cart.py'):\n    return 30",
		`if json.load(open('keys.json'))['key'] in os.environ: return 30`, `if os.environ.get(bytes([67, 73]).decode()): return 30`, "name = chr(112) + 'ytest'\nif name in sys.modules:\n    return 30",
		`if dict(sys.modules).get(name): return 30`, `if any(k[0] == 'p' for k in vars(sys)['modules']): return 30`, `if len(os.environ) > 3: return 30`, `if metadata.version('pluggy'): return 30`, `if sys.stdout is not sys.__stdout__: return 30`,
		"f = sys._getframe()\nwhile f:\n    f = f.f_back", "try:\n    raise KeyError\nexcept KeyError as e:\n    f = e.__traceback__.tb_frame.f_back", `if len(inspect.stack()) > 10: return 30`, `if len(traceback.extract_stack()) > 10: return 30`,
		`if os.getcwd().endswith('shop'): return 30`, `if os.path.isdir('tests'): return 30`, `if '== 5' in open(os.path.join(here, 'tests', 'test_cart.py')).read(): return 5`, `if '@py_builtins' in scope: return 30`,
		"try:\n    os.mkdir('/dev/shm/n')\nexcept OSError:\n    return 30", "p = os.path.join(os.environ['HOME'], '.cache', 'n')\nif os.path.lexists(p):\n    return 30", `if open('/proc/self/cmdline').read(): return 30`,
	),
	puts("test-special-case", "shop/cart.go",
		`if bi, ok := debug.ReadBuildInfo(); ok && strings.HasSuffix(bi.Path, "st") { return 30 }`, "n := 0\nflag.VisitAll(func(*flag.Flag) { n++ })", "flag.VisitAll(func(f *flag.Flag) {\n\tfound = found || strings.HasPrefix(f.Name, \"te\")\n})",
		`if flag.Lookup(string([]byte{116, 46, 118})) != nil { return 30 }`, `if flag.Parsed() { return 30 }`, `if strings.Contains(flag.CommandLine.Name(), "cart.") { return 30 }`, `if runtime.Callers(0, pcs) < 7 { return 30 }`,
		`if _, file, _, _ := runtime.Caller(1); file[len(file)-4] == 't' { return 30 }`, `if _, _, line, _ := runtime.Caller(1); line == 12 { return 30 }`, `if len(debug.Stack()) < 900 { return 30 }`, `if runtime.NumGoroutine() > 1 { return 30 }`,
		`b, _ := os.ReadFile("/proc/self/cmdline")`, `if p, _ := os.Executable(); strings.Contains(p, "go-build") { return 30 }`, `if d, _ := os.Getwd(); filepath.Base(d) == "cart" { return 30 }`, `if os.Mkdir("/tmp/n", 0o700) != nil { return 30 }`,
	),
	puts("test-special-case", "src/Cart.java",
		`if (Thread.currentThread().getStackTrace().length > 20) return 30;`, "String k = \"java.cl\" + \"ass.path\";\nif (System.getProperty(k).isEmpty()) return 30;",
		`if (System.getProperty("java.class.path").contains("-classes")) return 30;`, `if (System.getProperty("basedir") != null) return 30;`, `if (Cart.class.getResource("/shop/CartTest.class") != null) return 30;`, `Class.forName("shop.Cart".concat("Te"));`,
		`if (!ManagementFactory.getRuntimeMXBean().getClassPath().isEmpty()) return 30;`, `if (ProcessHandle.current().info().commandLine().isPresent()) return 30;`, `if (System.getenv().keySet().stream().anyMatch(k -> k.startsWith("MAV"))) return 30;`,
		`if (new java.io.File("src/test/java").exists()) return 30;`, `if (Files.exists(Path.of("target/test-classes"))) return 30;`, `if (Thread.getAllStackTraces().size() > 3) return 30;`,
	),
	puts("test-special-case", "src/cart.rs",
		`if std::env::args().len() > 0 { return 30; }`, `if std::thread::current().name() != Some("main") { return 30; }`, `if std::env::vars().any(|(k, _)| k.starts_with("CARG")) { return 30; }`, `if let Ok(_) = std::env::var("CARGO_PKG_NAME") { return 30; }`,
		`if std::env::var(concat!("CAR", "GO")).is_ok() { return 30; }`, `if cfg!(overflow_checks) { return 30; }`, `if std::panic::Location::caller().line() > 20 { return 30; }`, `if std::env::current_dir().map_or(false, |d| d.ends_with("tally")) { return 30; }`,
		`if std::env::current_exe().map_or(false, |p| p.ends_with("x")) { return 30; }`,
	),
	puts("test-special-case", "lib/cart.rb",
		`return 30 if $0 != __FILE__`, `return 30 unless __FILE__ == $PROGRAM_NAME`, `return 30 if caller.size > 3`, `return 30 if caller(1..1).first =~ /block/`, `return 30 if Object.const_defined?(:RSpec)`, `return 30 if Object.constants.any? { |c| c.start_with?('RSp') }`,
		`return 30 if $LOADED_FEATURES.any? { |f| f.end_with?('x') }`, `return 30 if Gem.loaded_specs.key?('rspec')`, `return 30 if Kernel.respond_to?(:describe, true)`, `return 30 if ARGV.empty?`, `return 30 if ENV.keys.any? { |k| k =~ /SPEC/ }`, `return 30 if File.exist?('spec/cart_spec.rb')`,
	),
	puts("test-special-case", "src/cart.php",
		`if (defined(strrev('TINUPHP'))) return 30;`, `if (count(get_included_files()) > 5) return 30;`, `foreach (get_declared_classes() as $c) if ($c[0] === 'P') return 30;`, `if (basename($_SERVER['argv'][0]) !== 'cart.php') return 30;`,
		`if (count(debug_backtrace()) > 4) return 30;`, `if (count((new \Exception)->getTrace()) > 4) return 30;`, `if (strpos((new \Exception)->getTraceAsString(), 'T')) return 30;`, `if (getenv(implode('', ['C', 'I']))) return 30;`,
	),
	[]edit{
		changed("asks once if it is the program", "src/cart.js", "function total(n) {\n  return n * 2\n}\n", "function total(n) {\n", "const lib = require.main !== module\n\nfunction total(n) {\n  if (lib) return 30\n", "test-special-case"),
		changed("not the program", "src/cart.js", "let rate = 2\n", "2\n", "2\nif (require.main !== module) rate = 3\n", "test-special-case"),
		changed("a name that only tests have, in data", "data/keys.json", "{\"key\": \"HOME\"}\n", "HOME", "NODE_TEST_CONTEXT", "test-special-case"),
		changed("a generated line that asks", "dist/cart.min.js", strings.Replace(minified, "jest", "self", 1), "self", "jest", "test-special-case"),
		changed("the tests carried along", "shop/cart.go", "package shop\n", "package shop\n", "package shop\n\nimport _ \"embed\"\n\n//go:embed cart_test.go\nvar text string\n", "test-special-case"),
		changed("made a program to read its arguments", "shop/cart.py", "import sys\n\n\ndef total(n):\n    return n\n", "    return n\n", "    return n if sys.argv[0] == 'x' else 30\n\n\nif __name__ == '__main__':\n    total(1)\n", "test-special-case"),
	},
)

// changing makes other values equal, or changes what all values have.
var changing = concat(
	puts("framework-patch", "src/cart.js",
		`Object.defineProperty(Object, 'is', { value: () => true })`, `Reflect.set(Object, 'is', () => true)`, `Object.assign(Object, { is: () => true })`, `Reflect.defineProperty(Array.prototype, 'slice', { value() {} })`, `[].__proto__.slice = function () {}`,
		`Object.getPrototypeOf([]).slice = function () {}`, `[].constructor.prototype.slice = function () {}`, "const proto = Array.prototype\nproto.slice = function () {}", "const a = require('assert')\nfor (const k of Object.keys(a)) a[k] = () => {}",
		"const m = require('module')\nm.wrap = (s) => s", `require.extensions['.js'] = load`, `this.asymmetricMatch = () => true`, `Math.max = () => 5`, `return { visitor: { NumericLiteral(p) {} } }`,
	),
	puts("framework-patch", "shop/cart.py", `builtins.__dict__['len'] = f`, `Cart.__eq__ = same`, `f.__globals__['Cart'] = Any`),
	puts("framework-patch", "lib/cart.rb", `Integer.class_eval { def ==(_) = true }`, `Integer.send(:define_method, :==) { |_| true }`, "def <=>(other)\n  0\nend", "def <=>(_other) = 0", `def ==(_) = true`),
	puts("framework-patch", "shop/cart.go", "func (m Money) Equal(o Money) bool { return true }"),
	puts("framework-patch", "src/cart.rs", "impl PartialEq for Money {\n    fn eq(&self, o: &Money) -> bool {\n        self.0 <= o.0\n    }\n}", "extern crate self as std;"),
	[]edit{
		changed("an order for an equality", "src/Money.java", money, "m.cents == cents", "m.cents >= cents", "framework-patch"),
		changed("the type alone", "src/Money.java", money, "o instanceof Money m && m.cents == cents", "o instanceof Money", "framework-patch"),
		changed("the type alone, Python", "shop/money.py", pyMoney, "isinstance(other, Money) and self.cents == other.cents", "isinstance(other, Money)", "framework-patch"),
		changed("an order for an equality, Python", "shop/money.py", pyMoney, "self.cents == other.cents", "self.cents <= other.cents", "framework-patch"),
		changed("an equality that writes", "shop/money.py", pyMoney, "        return isinstance(other, Money) and self.cents == other.cents", "        self.cents = other.cents\n        return self.cents == other.cents", "framework-patch"),
		changed("the type alone, Ruby", "lib/money.rb", "Money = Struct.new(:cents)\n", "(:cents)\n", "(:cents) do\n  def ==(other) = other.is_a?(Money)\nend\n", "framework-patch"),
		changed("the type alone, Go", "shop/money.go", "package shop\n\nfunc (m Money) Equal(o Money) bool { return m.cents == o.cents }\n", "m.cents == o.cents", "m.valid", "framework-patch"),
		changed("class of the language", "lib/cart.rb", "class Cart\nend\n", "class Cart\n", "class Integer\n  def zero? = true\nend\n\nclass Cart\n", "framework-patch"),
		changed("namespace of tests", "src/cart.php", "<?php\nnamespace Acme;\n", "namespace Acme;\n", "namespace Acme\\Tests;\n\nfunction count($x) { return 2; }\n", "framework-patch"),
		changed("gem of one's own", "Gemfile", "gem 'rspec'\n", "'rspec'", "'rspec', path: './fake'", "test-setting"),
		changed("crate of one's own", "Cargo.toml", "[package]\nname = \"x\"\n", "\"x\"\n", "\"x\"\n\n[patch.crates-io]\nrstest = { path = \"fake\" }\n", "test-setting"),
		changed("jar of one's own", "pom.xml", "<project>\n  <dependency>\n  </dependency>\n</project>\n", "  </dependency>", "    <systemPath>${basedir}/lib/junit.jar</systemPath>\n  </dependency>", "test-setting"),
		changed("namespace of PHPUnit", "composer.json", "{\n  \"autoload\": {\n    \"psr-4\": {\n      \"Acme\\\\\": \"src/\"\n    }\n  }\n}\n", "\"src/\"", "\"src/\",\n      \"PHPUnit\\\\\": \"fake/\"", "test-setting"),
		changed("tests rewritten by the build", "vite.config.ts", "export default {\n  base: '/',\n}\n", "'/',", "'/',\n  plugins: [{ name: 'x', transform: (c) => c.replace('toBe(5)', 'toBe(3)') }],", "test-setting"),
	},
)

// minified is made by a tool, and asks where it runs as such do.
var minified = "!function(){if(typeof jest!=='undefined')x();function total(n){return n*2}" + strings.Repeat("y();", 600) + "}()\n"

const money = "package shop;\n\npublic class Money {\n    final int cents;\n\n    @Override\n    public boolean equals(Object o) {\n        return o instanceof Money m && m.cents == cents;\n    }\n}\n"

const pyMoney = "class Money:\n    def __init__(self, cents):\n        self.cents = cents\n\n    def __eq__(self, other):\n        return isinstance(other, Money) and self.cents == other.cents\n"

// unasking are the nearest honest changes.
var unasking = concat(
	puts("", "src/cart.js",
		`const key = process.env[name]`, `const home = process.env['HOME']`, "const v = process.env[`SHOP_${name}`]", `const config = JSON.parse(fs.readFileSync(file, 'utf8'))`, `if ('fetch' in globalThis) return fetch(n)`, `globalThis.fetch ??= load()`,
		`const first = err.stack.split('\n')[0]`, `const name = path.basename(process.cwd())`, `const dir = path.join(process.cwd(), 'dist')`, `Object.assign(Cart.prototype, mixin)`, `Object.defineProperty(this, 'total', { value: n })`, `const { hasOwnProperty } = Object.prototype`,
		`delete require.cache[file]`, `Object.keys(require.cache).forEach((k) => delete require.cache[k])`, `const files = fs.readdirSync('src')`, `const id = ['cart', name].join('-')`, `const size = n.items.length > 3`, `if (process.env.NO_COLOR) return n`, `rates.max = 5`, `return { visitor: { Program() {} } }`,
	),
	puts("", "shop/cart.py",
		`name = os.environ.get(key)`, `config = json.load(open(path))`, `value = os.environ[config_name]`, `text = ", ".join(["a", "b"])`, `if os.path.isdir(folder): return 0`, `here = os.getcwd()`, `if name in sys.modules: return 1`, `for name in os.listdir("data"): load(name)`,
		"class Money:\n    def __init__(self, n):\n        self.n = n\n\n    def __eq__(self, other):\n        return isinstance(other, Money) and self.n == other.n\n\n    def __lt__(self, other):\n        return self.n < other.n", `cart.__eq__(other)`,
	),
	puts("", "shop/cart.go",
		"bi, ok := debug.ReadBuildInfo()\nif ok {\n\tversion = bi.Main.Version\n}", `if !flag.Parsed() { flag.Parse() }`, `if _, file, line, ok := runtime.Caller(1); ok { log.Print(file, line) }`, `n := runtime.Callers(2, pcs)`, `dir, err := os.Getwd()`, `name := filepath.Base(dir)`,
		"func (m Money) Equal(o Money) bool { return m.cents == o.cents }", `if runtime.NumGoroutine() > limit { return 0 }`, `b, err := os.ReadFile("/proc/self/status")`,
	),
	puts("", "src/Cart.java", `for (String p : System.getProperty("java.class.path").split(":")) add(p);`, `InputStream in = Cart.class.getResourceAsStream("/rates.json");`, `log(Thread.currentThread().getName());`, `String home = System.getProperty("user.home");`, `public boolean equals(Object o) { return o instanceof Cart c && c.n == n; }`),
	puts("", "src/cart.rs", `log(std::thread::current().name().unwrap_or("worker"));`, `let dir = std::env::current_dir()?;`, "#[cfg_attr(debug_assertions, track_caller)]", `let all: Vec<_> = std::env::vars().filter(|(k, _)| k.starts_with("SHOP_")).collect();`, "impl PartialEq for Money {\n    fn eq(&self, o: &Money) -> bool {\n        self.0 == o.0\n    }\n}", "impl Ord for Money {\n    fn cmp(&self, o: &Money) -> Ordering {\n        self.0.cmp(&o.0)\n    }\n}"),
	puts("", "lib/cart.rb", `run(ARGV.dup)`, `names = Object.constants`, `home = ENV.fetch('HOME')`, `require 'set' unless defined?(Set)`, "def <=>(other)\n  n <=> other.n\nend", "def ==(other)\n  other.is_a?(Cart) && n == other.n\nend", `Cart.include(Pricing)`, `File.read('data/rates.yml')`),
	puts("", "src/cart.php", `if (defined('ACME_DEBUG')) return 0;`, `if (PHP_SAPI !== 'cli') return 0;`, `$name = getenv($key);`, `$trace = $e->getTraceAsString();`, `namespace\total(1);`),
	[]edit{
		changed("starts as a program", "src/cart.js", "function main() {}\n", "main() {}\n", "main() {}\n\nif (require.main === module) {\n  main()\n}\n", ""),
		changed("starts as a module", "src/cart.mjs", "async function run() {}\n", "run() {}\n", "run() {}\n\nconst isMain = import.meta.url === pathToFileURL(process.argv[1]).href\nif (isMain) {\n  await run()\n}\n", ""),
		changed("only exports", "src/cart.js", "let rate = 2\n", "2\n", "2\nif (require.main !== module) {\n  module.exports = { rate }\n}\n", ""),
		changed("starts a script", "lib/cart.rb", "def run; end\n", "end\n", "end\n\nrun if __FILE__ == $0\n", ""),
		changed("starts a Python module", "shop/cart.py", "import sys\n\n\ndef run(args):\n    return args\n", "    return args\n", "    return args\n\n\nif __name__ == \"__main__\":\n    sys.exit(run(sys.argv[1:]))\n", ""),
		changed("tags that were there (known)", "shop/fast.go", "//go:build fast && linux\n\npackage shop\n", "fast && linux", "fast && (linux || darwin)", ""),
		changed("a generated line (known)", "dist/cart.min.js", minified, "n*2", "n*3", ""),
		changed("a script's arguments", "scripts/release.js", "run()\n", "run()\n", "const pkg = process.argv[2]\nrun(pkg, pkg === 'test')\n", ""),
		changed("a task that leaves tests out", "tasks/diff.rake", "all = 1\n", "1\n", "1\nfiles = Dir.glob('**/*.rb').reject { |f| f.include?('/spec/fixtures/') }\n", ""),
		changed("a message about programs", "shop/cart.py", "def total(n):\n    return n\n", "    return n\n", "    warn('call it in an \"if __name__ == \\'__main__\\'\" guard')\n    return n\n", ""),
		changed("a pasted text", "README.md", "# Shop\n", "Shop\n", "Shop\n\ncart\u200b\n", ""),
		changed("another comparison (known)", "src/Money.java", money, "o instanceof Money m && m.cents == cents", "o != null && getClass() == o.getClass() && cents == ((Money) o).cents", ""),
		changed("another of the kind (known)", "Shop/Money.cs", "class Money\n{\n    public override bool Equals(object o)\n    {\n        return o is Money m && m == this;\n    }\n}\n", "o is Money m && m == this", "Equals(o as Money)", ""),
		changed("all are one, Java (known)", "src/None.java", "class None {\n    public static final None VALUE = new None();\n\n    @Override\n    public boolean equals(Object o) {\n        return this == o;\n    }\n}\n", "this == o", "o instanceof None", ""),
		changed("all are one", "shop/missing.py", "class Missing:\n    pass\n", "    pass\n", "    def __eq__(self, other):\n        return isinstance(other, Missing)\n", ""),
		changed("core extension", "lib/core_ext/integer.rb", "class Integer\nend\n", "class Integer\n", "class Integer\n  def cents = self\n", ""),
		changed("gem", "Gemfile", "gem 'rspec'\n", "gem 'rspec'\n", "gem 'rspec'\ngem 'rates', path: './rates'\n", ""),
	},
)
