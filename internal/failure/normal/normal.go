// Package normal takes the noise out of error texts: what differs between two runs
// of the same fault becomes a typed token, what tells faults apart stays.
package normal

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// rule replaces what a pattern matches by a token.
type rule struct {
	pattern *regexp.Regexp
	token   string
}

// rules makes rules of patterns, each with its token behind it. They are compiled at the
// first use: the sandbox launcher is this same program, and starts with every command.
func rules(list ...string) func() []rule {
	return sync.OnceValue(func() []rule {
		var out []rule
		for i := 0; i < len(list); i += 2 {
			out = append(out, rule{regexp.MustCompile(list[i]), list[i+1]})
		}
		return out
	})
}

// maxText is how much of a text is looked at; the heart of an error stands in front.
const maxText = 2000

// noise is replaced in exact signatures, in this order: what holds other noise comes
// before it. Numbers without a unit or a word that says what they are stay, because
// they may be what a test compares.
var noise = rules(
	// times
	`\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z| ?[+-]\d\d:?\d\d| UTC)?`, "<time>",
	`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d\d? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* [\d: ]+(?:[A-Z]{3,4})?(?: \d{4})?`, "<time>",
	`\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b`, "<time>",
	// ids
	`\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b`, "<uuid>",
	`\b0x[0-9a-fA-F]{4,}\b`, "<addr>",
	`([\w$\])])@[0-9a-f]{5,8}\b`, "$1@<addr>",
	`\bobject_id=\d+`, "object_id=<n>",
	`\bsha(1|256|512):[0-9a-f]{7,}`, "sha$1:<hash>",
	// the machine: temporary folders, checkouts, tools
	`(?:[A-Za-z]:)?(?:/private)?/(?:tmp|var/tmp|var/folders|dev/shm)/[^\s'"():,;<>]*/`, "<tmp>/",
	`(?:[A-Za-z]:)?/(?:tmp|var/tmp|dev/shm)/[\w.-]+`, "<tmp>/<name>",
	`[A-Za-z]:/Users/[^/\s]+/AppData/Local/Temp/(?:[^\s'"():,;<>]*/)?[\w.-]*`, "<tmp>/<name>",
	`(?:file://)?(?:[A-Za-z]:)?(?:/[\w.@ -]+)*/(?:site-packages|dist-packages)/`, "<lib>/",
	`(?:file://)?(?:[A-Za-z]:)?(?:/[\w.@-]+)*/node_modules/`, "<lib>/",
	`(?:file://)?(?:[A-Za-z]:)?/(?:opt|hostedtoolcache|usr/local|usr/lib|usr/share)/(?:[\w.+@-]+/)+`, "<tool>/",
	`(?:file://)?(?:[A-Za-z]:)?(?:/[\w.@-]+)*/(?:_?work|__w|build|builds|workspace|a)/[\w.-]+/[\w.-]+/`, "",
	`(?:file://)?/github/workspace/`, "",
	`(?:file://)?(?:[A-Za-z]:)?(?:/[\w.@-]+)+/([\w.@-]+/[\w.@-]+)`, "<path>/$1",
	// places
	`(\.\w{1,6}):\d+(?::\d+)?\b`, "$1:<line>",
	`\b([Ll]ines?) \d+(?:-\d+)?`, "$1 <line>",
	`(\.\w{1,5})\(\d+(?:,\d+)?\)`, "$1(<line>)",
	// the network
	`\b(?:\d{1,3}\.){3}\d{1,3}:\d{2,5}\b`, "<ip>:<port>",
	`\b(localhost|\[::1?\]):\d{2,5}\b`, "$1:<port>",
	`\b([Pp]ort)([ =:]+)\d{2,5}\b`, "$1$2<port>",
	// the run
	`\bgoroutine \d+\b`, "goroutine <n>",
	`\bpool-\d+-thread-\d+\b`, "pool-<n>-thread-<n>",
	`\b([Pp]id|PID|[Tt]hread|tid|[Pp]rocess id)([ =:#-]+)\d+\b`, "$1$2<n>",
	`\bThreadPoolExecutor-\d+_\d+`, "ThreadPoolExecutor-<n>",
	`\b([Ss]eed\w*)([ =:]+)(?:0x)?[0-9a-fA-F]+\b`, "$1$2<seed>",
	`\[gw\d+\]|\bgw\d+\b`, "<worker>",
	`\b([Ww]orker|[Ss]hard|[Rr]unner|[Aa]ttempt|[Rr]etry|[Rr]un)([ =:#-]+)\d+(?:(?: ?/ ?| of )\d+)?\b`, "$1$2<n>",
	`-?\b\d+h\d+m[\d.]+s\b|-?\b\d+m[\d.]+s\b`, "<dur>",
	`-?\b\d+(?:[.,]\d+)? ?(?:ns|µs|μs|us|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|milliseconds?|microseconds?|nanoseconds?)\b`, "<dur>",
	`\b\d+ (bytes|tests?|items?|goroutines?|files?|errors?|failures?|warnings?|times|retries|attempts|iterations|rows|requests|connections|threads|tasks|examples|assertions)\b`, "<n> $1",
	`\b\d+(?:\.\d+)? ?(?:[KMG]i?B|%)`, "<n>",
	`\b(?:[0-9]+[a-f]+|[a-f]+[0-9]+)[0-9a-f]{10,}\b`, "<hex>",
)

// quotes makes curly quotes, which compilers print in some locales, straight.
var quotes = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "\u00a0", " ")

// windowsPath is a path with backslashes: with a drive, or with a file at its end.
var windowsPath = regexp.MustCompile(`[A-Za-z]:\\[^\s'"<>|*?]*|\b[\w.-]+(?:\\[\w.-]+)+\.\w+`)

// Text returns a message without the noise of one run. Values that a test compares
// stay: other values are another fault.
func Text(s string) string {
	s = quotes.Replace(cut(s))
	s = windowsPath.ReplaceAllStringFunc(s, func(p string) string { return strings.ReplaceAll(p, `\`, "/") })
	for _, r := range noise() {
		s = r.pattern.ReplaceAllString(s, r.token)
	}
	return squeeze(s)
}

func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// shape is replaced in templates beside the noise.
var shape = rules(
	`"[^"\n]*"|'[^'\n]*'|`+"`[^`\n]*`", "<str>",
	`\b\d{4}-\d\d-\d\d\b`, "<date>",
	`[-+]?\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b`, "<n>",
)

// Template returns the shape of a message that went through Text: also its quoted
// texts, dates and numbers are replaced, so that the same error with other values is
// equal.
func Template(s string) string {
	for _, r := range shape() {
		s = r.pattern.ReplaceAllString(s, r.token)
	}
	return s
}

// common are the words of assertions, which say nothing of what is wrong.
var common = words(`actual and are as assert assertequal assertion be but by comparison compare deep deeply deep-equal differ difference does equal equality error
	equals expect expected expecting fail failed failure false following for from got has have in is it items match matches mismatch missing must nil none not null of
	on or received same should snapshot strict strictly that the then these this to tobe toequal tostrictequal true undefined unexpected value values was were want with
	+ - str n dur date line where`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]+`)

// enough is how many telling words a template needs to stand for an error on its own.
const enough = 2

// Telling reports whether a template says what is wrong by itself. "expected <n>, got
// <n>" does not: it is the shape of faults that have nothing in common.
func Telling(template string) bool {
	seen := map[string]bool{}
	for _, w := range word.FindAllString(template, -1) {
		if w = strings.ToLower(w); !common[w] {
			seen[w] = true
		}
	}
	return len(seen) >= enough
}

// Name returns a test's name without the noise that a run puts into it.
func Name(s string) string { return Text(s) }

// compiled are the parts of function names that compilers number.
var compiled = rules(
	`(\.func)\d+(?:\.\d+)*`, "$1",
	`lambda\$(\w+)\$\d+`, "lambda$$$1",
	`::h[0-9a-f]{16}$`, "",
	`\[\.\.\.\]`, "",
	`\$\d+`, "",
	`<anonymous>|<module>|Object\.|Module\.|async |new |exports\.`, "",
	`\(\*?(\w+)\)`, "$1",
)

// Func returns the name of a function without its package and without what compilers
// and interpreters put around it; "" for a function without a name.
func Func(s string) string {
	for _, r := range compiled() {
		s = r.pattern.ReplaceAllString(s, r.token)
	}
	s = strings.TrimSpace(s[strings.LastIndexAny(s, "/\\")+1:])
	return strings.Trim(squeeze(s), ".:<>")
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
