package scrub

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/logging"
)

// Marker stands where a secret was.
const Marker = "[redacted]"

const (
	// minSecret is the shortest known value that is looked for, in bytes: a shorter
	// one ("true", "1234") occurs in honest text and would tear it.
	minSecret = 6
	// maxPasses bounds the search for secrets that came to light when others went.
	maxPasses = 4
)

// formats are well-known secrets that the rules leave out or let pass when they
// look too regular. The first group is what goes.
var formats = []*regexp.Regexp{
	regexp.MustCompile(`\b(sk-[A-Za-z0-9_-]{20,})`),
	regexp.MustCompile(`\b(gh[pousr]_[A-Za-z0-9]{30,})`),
	regexp.MustCompile(`\b(github_pat_[A-Za-z0-9_]{22,})`),
	regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/:@]*:([^\s/@]{3,})@`),
	regexp.MustCompile(`(?i)\bauthorization:\s*(?:bearer|basic|token)\s+([A-Za-z0-9+/=._~-]{8,})`),
}

// Redactor takes secrets out of text: values that it was given, and what looks
// like a secret. It is safe for concurrent use. It is made for excerpts: the rules
// read about a megabyte a second.
type Redactor struct {
	known    []string
	detector func() (*detect.Detector, error)
}

// New returns a Redactor that knows the given values in their common encodings.
// Values of less than six bytes are ignored. The rules are compiled by the first
// use, which takes some 25 ms.
func New(secrets []string) (*Redactor, error) {
	var known []string
	for _, s := range secrets {
		known = append(known, variants(s)...)
	}
	slices.SortFunc(known, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a) // a value may be part of a longer one
		}
		return strings.Compare(a, b)
	})
	return &Redactor{known: slices.Compact(known), detector: sync.OnceValues(newDetector)}, nil
}

// Redact returns Text(s) with every secret replaced by Marker, and how many were.
func (r *Redactor) Redact(s string) (clean string, n int) {
	return r.redact(Text(s))
}

// RedactVerbatim is Redact for text whose bytes matter, such as a patch: with no
// secret in it, s is returned as it is.
func (r *Redactor) RedactVerbatim(s string) (clean string, n int) {
	if clean, n = r.Redact(s); n == 0 {
		return s, 0
	}
	return clean, n
}

func (r *Redactor) redact(s string) (string, int) {
	total := 0
	for _, v := range r.known {
		s, total = replace(s, v, total)
	}
	s, total = r.wrapped(s, total)
	for range maxPasses {
		found, err := r.find(s)
		if err != nil {
			return fmt.Sprintf("[withheld: no secret rules: %v]", err), total + 1
		}
		before := total
		for _, v := range found {
			s, total = replace(s, v, total)
		}
		if total == before {
			break
		}
	}
	return s, total
}

func replace(s, secret string, n int) (string, int) {
	if secret == "" || strings.Contains(Marker, secret) {
		return s, n
	}
	k := strings.Count(s, secret)
	if k == 0 {
		return s, n
	}
	return strings.ReplaceAll(s, secret, Marker), n + k
}

// wrapped takes out known values that a line break tore, as terminals, base64 and patches
// break lines.
func (r *Redactor) wrapped(s string, n int) (string, int) {
	if len(r.known) == 0 || !strings.Contains(s, "\n") {
		return s, n
	}
	joined := join(s)
	for _, v := range r.known {
		i := strings.Index(joined, v)
		if i < 0 {
			continue
		}
		at := places(s)
		var b strings.Builder
		end := 0
		for ; i >= 0; i = next(joined, v, i+len(v)) {
			b.WriteString(s[end:at[i]] + Marker)
			end = at[i+len(v)-1] + 1
			n++
		}
		s = b.String() + s[end:]
		joined = join(s)
	}
	return s, n
}

func next(s, v string, from int) int {
	i := strings.Index(s[from:], v)
	if i < 0 {
		return -1
	}
	return from + i
}

// join is s without its line breaks and what stands at the start of lines: blanks, and
// the mark of a patch.
func join(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	unbroken(s, func(i int) { b.WriteByte(s[i]) })
	return b.String()
}

// places has for each byte of join(s) its place in s.
func places(s string) []int {
	at := make([]int, 0, len(s))
	unbroken(s, func(i int) { at = append(at, i) })
	return at
}

func unbroken(s string, use func(i int)) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' {
			use(i)
			continue
		}
		for i+1 < len(s) && strings.IndexByte(" \t+-", s[i+1]) >= 0 {
			i++
		}
	}
}

// find returns what looks like a secret in s, longest first.
func (r *Redactor) find(s string) ([]string, error) {
	var found []string
	for _, f := range formats {
		for _, m := range f.FindAllStringSubmatch(s, -1) {
			found = append(found, m[1])
		}
	}
	found = append(found, named(s)...)
	d, err := r.detector()
	if err != nil {
		return nil, err
	}
	for _, f := range d.DetectString(s) {
		found = append(found, strings.TrimSpace(f.Secret))
	}
	slices.SortFunc(found, func(a, b string) int { return len(b) - len(a) })
	return found, nil
}

// variants are the forms in which a value shows up in logs.
func variants(secret string) []string {
	var all []string
	for _, v := range append(strings.Split(Text(secret), "\n"), Text(secret)) {
		if v = strings.TrimSpace(v); len(v) < minSecret {
			continue
		}
		quoted, err := json.Marshal(v)
		if err != nil {
			quoted = nil // cannot happen for a string
		}
		all = append(all, v, url.QueryEscape(v), url.PathEscape(v), strings.Trim(string(quoted), `"`),
			html.EscapeString(v), strings.ReplaceAll(url.QueryEscape(v), "+", "%20"), hex.EncodeToString([]byte(v)), strings.ToUpper(hex.EncodeToString([]byte(v))))
		all = append(all, inBase64(v)...)
	}
	return all
}

// minBase64 is the shortest part of a base64 text that is looked for.
const minBase64 = 8

// inBase64 is what a value looks like within a base64 text, whatever stands before and
// behind it there, as in the login of a Basic header or the data of a Kubernetes secret.
func inBase64(v string) []string {
	var all []string
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		all = append(all, e.EncodeToString([]byte(v))) // alone, with its padding
		for before := range 3 {
			whole := e.EncodeToString(append(make([]byte, before), v...))
			// The characters at both ends are made of bits of the neighbours too.
			from, to := (before*8+5)/6, (before+len(v))*8/6
			if part := whole[from:to]; len(part) >= minBase64 {
				all = append(all, part)
			}
		}
	}
	return all
}

// quiet silences the rules library, which logs to standard error through a
// variable of its own.
var quiet = sync.OnceFunc(func() { logging.Logger = logging.Logger.Output(io.Discard) })

// newDetector compiles the rules. It uses a viper of its own: the library's own
// constructor goes through a global one, and two at a time would race.
func newDetector() (*detect.Detector, error) {
	quiet()
	v := viper.New()
	v.SetConfigType("toml")
	if err := v.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		return nil, fmt.Errorf("read secret rules: %w", err)
	}
	var raw config.ViperConfig
	if err := v.Unmarshal(&raw); err != nil {
		return nil, fmt.Errorf("decode secret rules: %w", err)
	}
	rules, err := raw.Translate()
	if err != nil {
		return nil, fmt.Errorf("compile secret rules: %w", err)
	}
	d := detect.NewDetector(rules)
	d.IgnoreGitleaksAllow = true // outside text must not wave its own secrets through
	return d, nil
}
