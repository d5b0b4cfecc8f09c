package scrub

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Secrets without a form of their own are known by the name before them, as in
// "DB_PASSWORD: hunter2". The same names stand in honest code, as in
// "password = getPassword()", and a patch that is torn can never be applied again: so
// what stands after the name must be a value and not an expression.
const (
	// names are the words by which a secret is called; a name ends in one.
	names = `(?:passwords?|passwd|passphrase|passcode|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|account[_-]?key|private[_-]?key|encryption[_-]?key|shared[_-]?access[_-]?key|auth[_-]?key|client[_-]?secret|credentials?)`
	// bare is a value without quotes.
	bare = "[^\\s\"'`;,&|()\\[\\]{}<>$\\\\]"
)

// keyed finds named values. The groups are what stands before the name, the name, what
// stands between, the value, and what comes after it.
var (
	// {"token": "…"}: a name in quotes belongs to data.
	keyedData = regexp.MustCompile(`(?i)\\?["']([\w.-]*` + names + `)\\?["']\s*(?::|=>)\s*\\?["']([^"'\\\s]{4,})\\?["']`)
	// password = "…": code, or a configuration.
	keyedQuoted = regexp.MustCompile(`(?i)([\w.-]*(?:` + names + `|[_.-]pwd))\s*(?:=>|:=|[:=])\s*["']([^"'\s]{6,})["']`)
	// DB_PASSWORD=… and DB_PASSWORD: …, as environments are printed.
	keyedEnv = regexp.MustCompile(`(?:^|[^\w$.(\[{])([A-Z0-9_]*(?:` + strings.ToUpper(names) + `|_PWD|_AUTH))(=["']?|: +)(` + bare + `{4,})(.?.?)`)
	// --password=…, ;Password=…, ?token=…
	keyedOption = regexp.MustCompile(`(?i)(?:(?:^|[\s"'])--?[\w-]*` + names + `|[;?&][\w .-]*(?:` + names + `|pwd|sig))=["']?(` + bare + `{4,})`)
	// --password …
	keyedNext = regexp.MustCompile(`(?i)(?:^|[\s"'])--?[\w-]*` + names + ` +["']?(` + bare + `{4,})`)
	// password: … and password=… in the text of a log or a configuration.
	keyedPlain = regexp.MustCompile(`(?i)(^|[\s"'` + "`" + `])((?:[\w-]+\.[\w-]+\.)?[\w-]*(?:` + names + `))(=|: +)(` + bare + `{6,})(.?.?)`)
	// Authorization: Basic …, also within quotes, and a user's own header.
	keyedHeader = regexp.MustCompile(`(?i)\b(?:proxy-)?authorization\\?["']?\s*[:=]\s*\\?["']?(?:bearer|basic|token|digest)\s+([A-Za-z0-9+/=._~-]{6,})`)
	// https://token@host, and curl -u name:password
	keyedUser = regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://([A-Za-z0-9_-]{16,})@|\bcurl\b[^\n]*\s(?:-u|--user)[ =]["']?[^\s:"']+:([^\s"']{3,})`)
	// unexpected token: x1, as parsers say
	parsed = regexp.MustCompile(`(?i)(?:unexpected|expected|invalid|illegal|bad|unknown|unrecognized|next|last|near|at|the|a)\s+$`)
)

// hints are what a line has in which a named secret can be, in lower case. Looking for
// them first is many times faster than looking for the secrets.
var hints = []string{"pass", "secret", "token", "key", "credential", "pwd", "sig=", "_auth"}

// named returns the values in s that stand after the name of a secret.
func named(s string) []string {
	var found []string
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\r\n")
		lower := strings.ToLower(line)
		if strings.Contains(lower, "authorization") {
			found = append(found, said(keyedHeader, line)...)
		}
		if strings.Contains(lower, "://") || strings.Contains(lower, "curl") {
			found = append(found, said(keyedUser, line)...)
		}
		if strings.ContainsAny(lower, ":= ") && slices.ContainsFunc(hints, func(h string) bool { return strings.Contains(lower, h) }) {
			found = append(found, inLine(line)...)
		}
	}
	return found
}

// said returns the groups that r finds in s, but for words that only speak of a secret.
func said(r *regexp.Regexp, s string) []string {
	var found []string
	for _, m := range r.FindAllStringSubmatch(s, -1) {
		if v := cmp.Or(m[1:]...); literal(v) && !ordinary(v) {
			found = append(found, v)
		}
	}
	return found
}

// inLine looks for the name and its value in a line that has such a word.
func inLine(s string) []string {
	var found []string
	if strings.ContainsAny(s, "\"'") {
		for _, m := range keyedData.FindAllStringSubmatch(s, -1) {
			if literal(m[2]) && !ordinary(m[2]) {
				found = append(found, m[2])
			}
		}
		for _, m := range keyedQuoted.FindAllStringSubmatch(s, -1) {
			if literal(m[2]) && random(m[2]) {
				found = append(found, m[2])
			}
		}
	}
	for _, m := range keyedEnv.FindAllStringSubmatch(s, -1) {
		if literal(m[3]) && !ordinary(m[3]) && !expression(m[3], m[4]) && !constant(m[3]) {
			found = append(found, m[3])
		}
	}
	if strings.Contains(s, "=") {
		found = append(found, said(keyedOption, s)...)
	}
	if strings.Contains(s, "-") {
		for _, v := range said(keyedNext, s) {
			if random(v) {
				found = append(found, v)
			}
		}
	}
	return append(found, inProse(s)...)
}

// inProse is named for values of prose, where most is at stake: only what looks random
// and is no part of an expression counts.
func inProse(s string) []string {
	var found []string
	for _, at := range keyedPlain.FindAllStringSubmatchIndex(s, -1) {
		value, after := s[at[8]:at[9]], s[at[10]:at[11]]
		if literal(value) && random(value) && !sized.MatchString(value) && !expression(value, after) && !parsed.MatchString(s[:at[4]]) {
			found = append(found, value)
		}
	}
	return found
}

// placeholder is a value that stands for another one.
var placeholder = regexp.MustCompile(`^(?:\*+|x+|X+|\.+|-+|%[svdq]|:\w+|@\w+|#\w+|\[redacted\].*|redacted)$|\$\{|\{\{|^\$|^<|^%\(|^env[.:]|^process\.|^os\.|^secrets?\.`)

func literal(v string) bool { return !placeholder.MatchString(v) && !strings.Contains(v, Marker) }

// words that are said of a secret and are none.
var words = map[string]bool{"string": true, "required": true, "optional": true, "password": true, "passwd": true, "secret": true, "token": true,
	"null": true, "none": true, "true": true, "false": true, "undefined": true, "missing": true, "invalid": true, "expired": true, "empty": true,
	"text": true, "bytes": true, "boolean": true, "hidden": true, "bearer": true, "basic": true, "default": true, "example": true, "object": true,
	"number": true, "integer": true, "unset": true, "write": true, "read": true, "admin": true, "value": true, "literal": true, "str": true}

func ordinary(v string) bool { return words[strings.ToLower(strings.TrimRight(v, ".:!?"))] }

// random reports whether v mixes letters and digits, or has other characters that no
// identifier has, and is not made of a name that secrets have.
func random(v string) bool {
	var letters, digits, others bool
	for _, r := range v {
		switch {
		case unicode.IsLetter(r):
			letters = true
		case unicode.IsDigit(r):
			digits = true
		case strings.ContainsRune("!@#%^*+=?~", r):
			others = true
		}
	}
	return letters && (digits || others) && !namesake.MatchString(v) && !ordinary(v)
}

// namesake is an identifier such as token1 or password_2.
var namesake = regexp.MustCompile(`(?i)^[\w.-]*` + names + `[_-]?\d*$`)

// sized is a type such as uint64 or Int32.
var sized = regexp.MustCompile(`^[A-Za-z]+(?:8|16|32|64|128|256)\??$`)

// expression reports whether a value without quotes is part of code: it is called,
// indexed, selected from, ends in what ends an argument, or is assigned to.
func expression(v, after string) bool {
	return strings.ContainsAny(v, "*&!") && !strings.ContainsAny(v, "0123456789") || qualified.MatchString(v) ||
		strings.HasPrefix(after, "(") || strings.HasPrefix(after, "[") || strings.HasPrefix(after, ")") || strings.HasPrefix(after, "{") ||
		strings.HasPrefix(after, ",") || strings.HasPrefix(after, "<") || strings.HasPrefix(after, " =") || strings.HasPrefix(after, " {")
}

// qualified is a name within another, such as config.token or Token::Ident.
var qualified = regexp.MustCompile(`^[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+$`)

// constant is the name of another constant.
func constant(v string) bool {
	return strings.ToUpper(v) == v && strings.Contains(v, "_") && identifier.MatchString(v)
}

var identifier = regexp.MustCompile(`^[A-Z_][A-Z0-9_]*$`)
