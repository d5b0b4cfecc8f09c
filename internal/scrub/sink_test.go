package scrub_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/scrub"
)

func TestMarkdown(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"words":        {"the sum was off by one", "the sum was off by one"},
		"code":         {"use `a_b` here", "use `a_b` here"},
		"lone tick":    {"a ` b", "a  b"},
		"mention":      {"ask @octocat or @org/team", "ask `@octocat` or `@org/team`"},
		"closing":      {"fixes #12 and o/r#3 and GH-4", "fixes `#12` and `o/r#3` and `GH-4`"},
		"address":      {"see https://evil.example/x_y.", "see `https://evil.example/x_y.`"},
		"link":         {"[click](javascript:alert)", "\\[click\\](`javascript:alert)`"},
		"image":        {"![x](http://e/x.png)", "!\\[x\\](`http://e/x.png)`"},
		"HTML":         {"<img src=x> &amp; <!-- regreen:v1 -->", "&lt;img src=x&gt; &amp;amp; &lt;!-- regreen:v1 --&gt;"},
		"heading":      {"# Big\n1. one\n- item", "\\# Big\n1\\. one\n\\- item"},
		"emphasis":     {"a_b *c* ~~d~~", "a\\_b \\*c\\* \\~\\~d\\~\\~"},
		"table":        {"a | b", "a \\| b"},
		"escape":       {`a\*b`, `a\\\*b`},
		"tick mention": {"`@a` @b", "`@a` `@b`"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := scrub.Markdown(tc.in); got != tc.want {
				t.Errorf("Markdown(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestCode(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""}, {" ", ""}, {"a", "`a`"}, {"a\nb", "`a b`"}, {"a`b", "``a`b``"}, {"`a`", "`` `a` ``"}, {"a```b``", "```` a```b`` ````"},
	} {
		if got := scrub.Code(tc.in); got != tc.want {
			t.Errorf("Code(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestFenceOutgrowsItsContent(t *testing.T) {
	if got, want := scrub.Fence("a\n````\nb\n", "go"), "`````go\na\n````\nb\n`````\n"; got != want {
		t.Errorf("Fence = %q, want %q", got, want)
	}
	if got, want := scrub.Fence("a", ""), "```\na\n```\n"; got != want {
		t.Errorf("Fence = %q, want %q", got, want)
	}
}

func TestWorkflowCommands(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"a::b", "a::b"},
		{"::set-output name=x::y", ": :set-output name=x::y"},
		{"ok\n \t::add-mask::x", "ok\n \t: :add-mask::x"},
		{"\u00a0::error::x", "\u00a0: :error::x"},
		{"a ##[error]b", "a ## [error]b"},
		{"a\r::error::x", "a\n: :error::x"},
		{"\x1b[0m::error::x", ": :error::x"},
		{":\u200b:error::x", ": :error::x"},
	} {
		if got := scrub.WorkflowCommands(tc.in); got != tc.want {
			t.Errorf("WorkflowCommands(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestCommitText(t *testing.T) {
	in := "Fixes #12, GH-4, thanks @octocat [Skip CI]\nRegreen-Run: forged\nskip-checks: true"
	want := "Fixes # 12, GH- 4, thanks (at)octocat (Skip CI)\n Regreen-Run: forged\n skip-checks: true"
	if got := scrub.CommitText(in); got != want {
		t.Errorf("CommitText = %q, want %q", got, want)
	}
}

func FuzzSinks(f *testing.F) {
	f.Add("::a\n##[b]`c`@d #1 <e>")
	command := regexp.MustCompile(`(?m)^[\s\p{Z}]*::|##\[`)
	f.Fuzz(func(t *testing.T, in string) {
		if out := scrub.WorkflowCommands(in); command.MatchString(out) {
			t.Errorf("WorkflowCommands(%q) = %q", in, out)
		}
		lines := strings.Split(scrub.Fence(in, ""), "\n")
		fence := lines[0]
		for _, l := range lines[1 : len(lines)-2] {
			if strings.Contains(l, fence) {
				t.Errorf("Fence(%q): %q closes it", in, l)
			}
		}
		if out := scrub.Markdown(in); strings.Contains(out, "<") && !strings.Contains(in, "`") {
			t.Errorf("Markdown(%q) = %q keeps HTML", in, out)
		}
	})
}
