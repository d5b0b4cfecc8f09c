package failure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/ava"
	"github.com/regreen/regreen/internal/failure/format/behave"
	"github.com/regreen/regreen/internal/failure/format/bun"
	"github.com/regreen/regreen/internal/failure/format/deno"
	"github.com/regreen/regreen/internal/failure/format/diagnostic"
	"github.com/regreen/regreen/internal/failure/format/document"
	"github.com/regreen/regreen/internal/failure/format/dotnet"
	"github.com/regreen/regreen/internal/failure/format/elixir"
	"github.com/regreen/regreen/internal/failure/format/ginkgo"
	"github.com/regreen/regreen/internal/failure/format/golang"
	"github.com/regreen/regreen/internal/failure/format/infra"
	"github.com/regreen/regreen/internal/failure/format/jasmine"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/format/jvm"
	"github.com/regreen/regreen/internal/failure/format/native"
	"github.com/regreen/regreen/internal/failure/format/php"
	"github.com/regreen/regreen/internal/failure/format/python"
	"github.com/regreen/regreen/internal/failure/format/robot"
	"github.com/regreen/regreen/internal/failure/format/ruby"
	"github.com/regreen/regreen/internal/failure/format/rust"
	"github.com/regreen/regreen/internal/failure/format/uvu"
	"github.com/regreen/regreen/internal/failure/format/wrapper"
)

// all returns every known format. The order is that in which they get a line.
func all() []format.Format {
	return slices.Concat(
		golang.Formats(), ginkgo.Formats(), python.Formats(), behave.Formats(), robot.Formats(), javascript.Formats(), bun.Formats(), deno.Formats(), jasmine.Formats(), ava.Formats(), uvu.Formats(), rust.Formats(), jvm.Formats(), dotnet.Formats(), ruby.Formats(), php.Formats(), native.Formats(), elixir.Formats(),
		diagnostic.Formats(), document.Formats(), wrapper.Formats(), infra.Formats(),
	)
}

// aliases are other names of frameworks, as people and tools write them.
var aliases = map[string]string{
	"go": "gotest", "go test": "gotest", "go test -json": "gotest", "go build": "gotest", "go vet": "gotest", "gotestsum": "gotest", "py.test": "pytest",
}

// Frameworks returns the names that Options.Framework takes, sorted.
func Frameworks() []string {
	var names []string
	for _, f := range all() {
		if !isHidden(f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Framework returns the name of a framework as reports and records have it ("gotest" for
// "go test"), in any letter case, and whether it is known.
func Framework(name string) (canonicalName string, known bool) {
	canonicalName = canonical(name)
	return canonicalName, slices.Contains(Frameworks(), canonicalName)
}

// isHidden reports whether a format is no framework, and so never stands in a report.
func isHidden(name string) bool { return name == infra.Name || name == wrapper.Name }

// Language returns the language of the code that a framework tests, such as "go"
// for "gotest"; "" if the framework is unknown or serves several.
func Language(framework string) string {
	name := canonical(framework)
	for _, f := range everything().formats {
		if f.Name == name {
			return f.Language
		}
	}
	return ""
}

func canonical(framework string) string {
	name := strings.ToLower(framework)
	if a, ok := aliases[name]; ok {
		return a
	}
	return name
}

// everything is all formats and their matcher, which takes longer to make than a
// small log to read. It does not change.
var everything = sync.OnceValue(func() parsers {
	formats := all()
	return parsers{formats, format.NewMatcher(formats)}
})

// parsers are formats, and what finds them in a line.
type parsers struct {
	formats []format.Format
	matcher *format.Matcher
}

// ErrFramework says that Options name a framework that is not known.
var ErrFramework = errors.New("not one of the frameworks")

// choose returns the parsers of a framework, or all of them.
func choose(framework string) (parsers, error) {
	if framework == "" {
		return everything(), nil
	}
	formats := all()
	name := canonical(framework)
	var kept []format.Format
	for _, f := range formats {
		if f.Name == name || f.Name == document.JUnit || f.Name == infra.Name {
			kept = append(kept, f)
		}
	}
	if !slices.Contains(Frameworks(), name) {
		return parsers{}, fmt.Errorf("%q is %w: %s", framework, ErrFramework, strings.Join(Frameworks(), ", "))
	}
	return parsers{kept, format.NewMatcher(kept)}, nil
}
