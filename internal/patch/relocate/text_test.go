package relocate

import "testing"

func TestFitterTranslatesIndentation(t *testing.T) {
	deeper := []pair{{"if x {", "\tif x {"}, {"\tf()", "\t\tf()"}}
	blanks := []pair{{"\tif x {", "    if x {"}, {"\t\tf()", "        f()"}}
	tests := map[string]struct {
		f         fitter
		line, fit string
	}{
		"same depth as a neighbour": {fitter{pairs: deeper, end: "\n"}, "\tg()\n", "\t\tg()\n"},
		"deeper than all":           {fitter{pairs: deeper, end: "\n"}, "\t\tg()\n", "\t\t\tg()\n"},
		"less deep than all":        {fitter{pairs: deeper[1:], end: "\n"}, "}\n", "\t}\n"},
		"other unit, deeper":        {fitter{pairs: blanks, unitWas: "\t", unitIs: "    ", end: "\n"}, "\t\t\tg()\n", "            g()\n"},
		"other unit, less deep":     {fitter{pairs: blanks[1:], unitWas: "\t", unitIs: "    ", end: "\n"}, "\t}\n", "    }\n"},
		"aligned by odd blanks":     {fitter{pairs: blanks, unitWas: "\t", unitIs: "    ", end: "\n"}, "\t  * g\n", "      * g\n"},
		"blank line":                {fitter{pairs: deeper, end: "\n"}, "\t\n", "\n"},
		"nothing around":            {fitter{end: "\n"}, "\tg()\n", "\tg()\n"},
		"nothing around moved":      {fitter{pairs: []pair{{"\tf()", "\tf()"}}, unitWas: "\t", unitIs: "  ", end: "\n"}, "\t\tg()\n", "\t\tg()\n"},
		"carriage return":           {fitter{end: "\r\n"}, "g()\n", "g()\r\n"},
		"no newline before":         {fitter{end: "\n"}, "g()", "g()\n"},
		"renamed":                   {fitter{end: "\n", renaming: map[string]string{"d": "delay"}}, "d := dd + \"d\" + d.d\n", "delay := dd + \"d\" + delay.delay\n"},
	}
	for name, tc := range tests {
		if got := tc.f.fit(tc.line); got != tc.fit {
			t.Errorf("%s: %q becomes %q, want %q", name, tc.line, got, tc.fit)
		}
	}
}

func TestIndentUnit(t *testing.T) {
	tests := map[string]struct {
		lines []string
		want  string
	}{
		"none":   {[]string{"a", "b"}, ""},
		"tabs":   {[]string{"a", "\tb", "\t\tc"}, "\t"},
		"two":    {[]string{"a", "  b", "    c", "a", "  b"}, "  "},
		"four":   {[]string{"a", "    b", "", "        c"}, "    "},
		"mostly": {[]string{"a", "    b", "        c", "\td"}, "    "},
		"doc":    {[]string{"/**", " * x", " */", "a", "  b"}, "  "},
	}
	for name, tc := range tests {
		if got := indentUnit(tc.lines); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
