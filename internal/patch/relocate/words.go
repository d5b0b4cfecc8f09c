package relocate

import (
	"maps"
	"path"
	"strings"
)

// languages are the words that no project can rename, of the languages that CI runs most,
// by the endings of their files. What is a keyword of one is a common name in another:
// "match" in JavaScript, "end" in Go.
var languages = map[string]string{
	".go": `break case chan const continue default defer else fallthrough for func go goto if import interface map package
		range return select struct switch type var any append bool byte cap close copy delete error false float int len make
		new nil panic print println recover rune string true uint`,
	".py .pyi": `and as assert async await break class continue def del elif else except finally for from global if import in
		is lambda nonlocal not or pass raise return try while with yield None True False self cls bool dict float int len
		list print range set str super tuple`,
	".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte": `abstract as async await break case catch class const continue
		debugger declare default delete do else enum export extends false finally for from function if implements import in
		instanceof interface let namespace new null of override private protected public readonly return static super switch
		this throw true try type typeof undefined var void while with yield`,
	".rb .rake": `alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or
		raise redo require rescue retry return self super then true undef unless until when while yield`,
	".rs": `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut
		pub ref return self Self static struct super trait true type unsafe use where while Box Err None Ok Option Result
		Some String Vec`,
	".java .kt .kts .scala .groovy .cs .swift .c .h .cc .cpp .cxx .hpp .hh .m .mm .php .dart": `abstract as assert async await
		break case catch class const constexpr continue default def defer delete do else enum explicit extends extern false
		final finally fn for foreach fun func function goto guard if implements import in include init inline instanceof
		interface internal is lateinit lazy let lock match mutable namespace new nil noexcept null nullptr object operator out
		override package params private protected protocol public readonly ref register repeat require return sealed self
		signed sizeof static struct super switch synchronized template this throw throws trait transient true try typedef
		typename typeof union unless unsigned until use using val var virtual void volatile when where while with yield
		bool boolean byte char double float int long short string uint echo print array`,
}

// reserved are those words by ending; "" has all of them, for a language that is not there.
var reserved = func() map[string]map[string]bool {
	byEnding := map[string]map[string]bool{"": {}}
	for endings, list := range languages {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		maps.Copy(byEnding[""], set)
		for _, ending := range strings.Fields(endings) {
			byEnding[ending] = set
		}
	}
	return byEnding
}()

// reservedIn are the words that cannot be renamed in a file of that name.
func reservedIn(name string) map[string]bool {
	if set := reserved[strings.ToLower(path.Ext(name))]; set != nil {
		return set
	}
	return reserved[""]
}
