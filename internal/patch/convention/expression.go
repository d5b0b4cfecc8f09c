package convention

import (
	"regexp"
	"sync"
)

// expression is a regular expression that is compiled at its first use, as those of a
// matcher are. Its methods are those of regexp.Regexp; a nil one matches nothing.
type expression func() *regexp.Regexp

func expr(s string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

func (e expression) MatchString(s string) bool { return e != nil && e().MatchString(s) }

func (e expression) FindString(s string) string { return e().FindString(s) }

func (e expression) FindStringIndex(s string) []int { return e().FindStringIndex(s) }

func (e expression) FindStringSubmatch(s string) []string { return e().FindStringSubmatch(s) }

func (e expression) FindAllString(s string, n int) []string { return e().FindAllString(s, n) }

func (e expression) FindAllStringIndex(s string, n int) [][]int { return e().FindAllStringIndex(s, n) }

func (e expression) FindAllStringSubmatch(s string, n int) [][]string {
	return e().FindAllStringSubmatch(s, n)
}

func (e expression) ReplaceAllString(s, with string) string { return e().ReplaceAllString(s, with) }

func (e expression) ReplaceAllStringFunc(s string, with func(string) string) string {
	return e().ReplaceAllStringFunc(s, with)
}

func (e expression) Split(s string, n int) []string { return e().Split(s, n) }
