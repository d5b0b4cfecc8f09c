// Package difference says in words how what a test got differs from what it wanted: in
// the order of elements, by the rounding of floats, by a day. Two failures of one cause
// seldom compare the same values, but their values differ alike.
package difference

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Kind is a way in which values differ, in words as a person would write them, so that
// a text about the cure is near to it.
type Kind string

// The kinds of difference.
const (
	Order     Kind = "same elements in another order"
	More      Kind = "extra elements"
	Fewer     Kind = "missing elements"
	Others    Kind = "other elements"
	Rounding  Kind = "floating point rounding"
	Overflow  Kind = "integer overflow"
	Fraction  Kind = "fraction lost, integer division"
	Sign      Kind = "opposite sign"
	Negative  Kind = "negative where a positive number belongs"
	Huge      Kind = "far too large a number, uninitialised"
	One       Kind = "off by one"
	Factor    Kind = "off by a factor"
	Separator Kind = "number format, decimal separator, locale"
	Nothing   Kind = "no value, undefined, null"
	NotNumber Kind = "not a number, NaN"
	TextType  Kind = "text where a number belongs, type"
	Case      Kind = "upper and lower case"
	Space     Kind = "white space, line end"
	Cut       Kind = "cut off at the end"
	Tail      Kind = "extra at the end"
	Encoding  Kind = "character encoding, bytes"
	Day       Kind = "date off by a day, time zone"
	Zone      Kind = "time off by whole hours, time zone"
	MonthEnd  Kind = "date past the end of the month"
	Precision Kind = "fraction of a second"
	Date      Kind = "another date"
	Status    Kind = "HTTP status code"
	Promise   Kind = "promise or coroutine not awaited"
	Variable  Kind = "environment variable not set"
	Call      Kind = "arguments of a mock's call"
	Golden    Kind = "snapshot or golden file differs"
)

// maxMessage is how much of a message is looked at; values stand in front.
const maxMessage = 2000

// Of returns the kinds of difference that a message shows, the surest first; none where
// it compares nothing, or where nothing is known of how its values differ.
func Of(message string) []Kind {
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "")
	}
	kinds := said(message)
	for _, p := range pairsOf(message) {
		if k, ok := p.kind(); ok {
			return append(kinds, k)
		}
	}
	return kinds
}

// pair is what was wanted and what came.
type pair struct{ want, got string }

// kind tries the kinds from those that can hardly be chance to those that many values
// share.
func (p pair) kind() (Kind, bool) {
	if p.want == p.got {
		return "", false
	}
	if k, ok := p.times(); ok {
		return k, true
	}
	p = p.narrowed()
	for _, try := range []func(pair) (Kind, bool){
		pair.missing, pair.numbers, pair.times, pair.letters, pair.elements, pair.ends,
	} {
		if k, ok := try(p); ok {
			return k, true
		}
	}
	return "", false
}

// narrowed is the one word in which two values of the same words differ.
func (p pair) narrowed() pair {
	want, got := words(p.want), words(p.got)
	if len(want) != len(got) || len(want) < 2 {
		return p
	}
	at := -1
	for i := range want {
		if want[i] == got[i] {
			continue
		}
		if at >= 0 {
			return p
		}
		at = i
	}
	if at < 0 {
		return p
	}
	return pair{want[at], got[at]}
}

// nothing are the words that languages print for no value.
var nothing = []string{"undefined", "null", "none", "nil", "<nil>", "<null>", "(nil)", "nullptr"}

func (p pair) missing() (Kind, bool) {
	got := strings.ToLower(p.got)
	switch {
	case slices.Contains(nothing, got), hasWord(p.got, "undefined") && !hasWord(p.want, "undefined"):
		return Nothing, true
	case strings.HasPrefix(got, "nan"):
		return NotNumber, true
	case strings.HasPrefix(got, "promise"), strings.HasPrefix(got, "<coroutine"):
		return Promise, true
	}
	return "", false
}

func hasWord(text, word string) bool {
	return slices.Contains(words(text), word)
}

// words are the runs of letters, digits and signs that belong to numbers.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != '-' && r != utf8.RuneError
	})
}

// statuses are the HTTP status codes that tests compare.
var statuses = []float64{200, 201, 202, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 429, 500, 501, 502, 503, 504}

func (p pair) numbers() (Kind, bool) {
	want, wantText, ok := number(p.want)
	got, gotText, ok2 := number(p.got)
	if !ok || !ok2 {
		return p.separators()
	}
	if wantText != gotText {
		return TextType, true
	}
	return numeric(want, got)
}

func numeric(want, got float64) (Kind, bool) {
	diff := math.Abs(want - got)
	whole := want == math.Trunc(want) && got == math.Trunc(got)
	switch {
	case slices.Contains(statuses, want) && slices.Contains(statuses, got):
		return Status, true
	case !whole && diff < 0.01*max(math.Abs(want), 1):
		return Rounding, true
	case want != math.Trunc(want) && got == math.Trunc(want):
		return Fraction, true
	case whole && wraps(diff):
		return Overflow, true
	case want == -got:
		return Sign, true
	case got < 0 && want >= 0:
		return Negative, true
	case whole && hours(diff) && min(want, got) > 1e8:
		return Zone, true
	case whole && diff == 1:
		return One, true
	case want != 0 && got != 0 && factor(max(want/got, got/want)):
		return Factor, true
	case got >= huge && want < huge/1000:
		return Huge, true
	}
	return "", false
}

// huge is more than what tests count.
const huge = 1e8

// wraps reports whether diff is what is lost when an integer of a machine's sizes runs
// over.
func wraps(diff float64) bool {
	for _, bits := range []float64{64, 32, 16} {
		if size := math.Exp2(bits); diff >= size-1 && math.Mod(diff+1, size) <= 1 {
			return true
		}
	}
	return diff == 256
}

func hours(seconds float64) bool {
	if seconds > 1e6 { // milliseconds
		seconds /= 1000
	}
	return seconds > 0 && seconds <= 14*3600 && math.Mod(seconds, 1800) == 0
}

func factor(ratio float64) bool {
	return slices.Contains([]float64{10, 100, 1000, 1e6, 1e9, 60, 3600, 24, 1024}, ratio)
}

// number reads a number, and whether it stood in quotes.
func number(s string) (value float64, text, ok bool) {
	bare := strings.Trim(s, `"'`+"`")
	text = bare != s
	bare = strings.TrimRight(strings.TrimPrefix(bare, "+"), "ulLUfF")
	value, err := strconv.ParseFloat(bare, 64)
	return value, text, err == nil && bare != "" && !math.IsNaN(value) && !math.IsInf(value, 0)
}

// separators tells numbers in texts that are written in another way.
func (p pair) separators() (Kind, bool) {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) || unicode.IsLetter(r) {
				return r
			}
			return -1
		}, s)
	}
	if d := digits(p.want); len(d) >= 3 && d == digits(p.got) && numeral(p.want) && numeral(p.got) {
		return Separator, true
	}
	return "", false
}

// numeral reports whether s is a number as people write it, with marks between its
// digits.
func numeral(s string) bool {
	return strings.ContainsAny(s, ",.") && strings.Trim(s, "0123456789., '\"\u00a0\u202f") == "" && !strings.Contains(s, ", ")
}

// layouts are those of times and dates in messages.
var layouts = []string{time.RFC3339Nano, "2006-01-02 15:04:05 -0700 MST", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02", "02.01.2006", "2006/01/02", "15:04"}

func (p pair) times() (Kind, bool) {
	want, ok := timeOf(p.want)
	got, ok2 := timeOf(p.got)
	if !ok || !ok2 {
		return "", false
	}
	switch diff := want.Sub(got).Abs(); {
	case diff < time.Second:
		return Precision, true
	case diff == 24*time.Hour:
		return Day, true
	case diff > 0 && diff <= 14*time.Hour && diff%(30*time.Minute) == 0:
		return Zone, true
	case want.AddDate(0, 0, 1).Day() == 1 && got.After(want) && got.Day() <= 3:
		return MonthEnd, true
	}
	return Date, true
}

func timeOf(s string) (time.Time, bool) {
	s = strings.Trim(s, `"'`+"`")
	for _, l := range layouts {
		if t, err := time.Parse(l, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// letters compares two texts letter by letter.
func (p pair) letters() (Kind, bool) {
	broken := func(s string) bool {
		return strings.ContainsRune(s, utf8.RuneError) || strings.Contains(s, `\x`) || strings.Contains(s, "Ã") || strings.Contains(s, `\ufffd`)
	}
	switch {
	case broken(p.got) != broken(p.want):
		return Encoding, true
	case strings.EqualFold(p.got, p.want):
		return Case, true
	case spaceless(p.got) == spaceless(p.want):
		return Space, true
	}
	return "", false
}

func spaceless(s string) string {
	s = strings.NewReplacer(`\n`, "", `\r`, "", `\t`, "").Replace(s)
	return strings.Join(strings.Fields(s), "")
}

// elements compares the words of two lists or texts.
func (p pair) elements() (Kind, bool) {
	want, got := words(p.want), words(p.got)
	if len(want)+len(got) > 2000 {
		return "", false
	}
	if slices.Equal(want, got) {
		return "", false
	}
	slices.Sort(want)
	slices.Sort(got)
	switch {
	case len(want) > 1 && slices.Equal(want, got):
		return Order, true
	case !list(p.want) || !list(p.got):
		return "", false
	case len(got) > len(want) && within(want, got):
		return More, true
	case len(want) > len(got) && within(got, want):
		return Fewer, true
	case len(want) > 0 && len(got) > 0 && !slices.ContainsFunc(got, func(w string) bool { return slices.Contains(want, w) }):
		return Others, true
	}
	return "", false
}

func list(s string) bool {
	return strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") || strings.HasPrefix(s, "(") || strings.Contains(s, "\n")
}

// within reports whether all of the few are among the many, both sorted.
func within(few, many []string) bool {
	for _, w := range many {
		if len(few) > 0 && few[0] == w {
			few = few[1:]
		}
	}
	return len(few) == 0
}

// minCommon is how much two texts must share for one to be a part of the other.
const minCommon = 3

func (p pair) ends() (Kind, bool) {
	ellipsis := func(s string) string {
		return strings.TrimSuffix(strings.TrimSuffix(strings.Trim(s, `"'`+"`"), "…"), "...")
	}
	want, got := ellipsis(p.want), ellipsis(p.got)
	switch {
	case min(len(want), len(got)) < minCommon:
	case strings.HasPrefix(want, got):
		return Cut, true
	case strings.HasPrefix(got, want):
		return Tail, true
	}
	return "", false
}
