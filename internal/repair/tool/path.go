package tool

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// cleanPath gives the slash-separated path below the root, or why there is none.
// The checkout confines paths too; this answer is for the model.
func cleanPath(p string) (clean, bad string) {
	s := strings.ReplaceAll(strings.TrimSpace(p), `\`, "/")
	switch {
	case s == "":
		return "", "the path is empty."
	case strings.HasPrefix(s, "/"), len(s) > 1 && s[1] == ':', strings.HasPrefix(s, "~"):
		return "", fmt.Sprintf("path %q must be relative to the root of the checkout.", short(p))
	case strings.ContainsRune(s, 0):
		return "", "the path holds a zero byte."
	}
	s = path.Clean(s)
	if s == "." || s == ".." || strings.HasPrefix(s, "../") {
		return "", fmt.Sprintf("path %q is outside the checkout.", short(p))
	}
	for _, part := range strings.Split(s, "/") {
		if strings.EqualFold(part, ".git") {
			return "", fmt.Sprintf("path %q is inside .git.", short(p))
		}
	}
	return s, ""
}

// lines counts the lines of a text; a last line without its end counts too.
func lines(s string) int {
	if s == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
}

// places lists the line numbers at which old occurs, at most ten.
func places(text, old string) string {
	const most = 10
	var at []string
	for pos := 0; len(at) < most; {
		i := strings.Index(text[pos:], old)
		if i < 0 {
			break
		}
		at = append(at, strconv.Itoa(1+strings.Count(text[:pos+i], "\n")))
		pos += i + len(old)
	}
	return strings.Join(at, ", ")
}

// numbered prints lines with their numbers, the first of which is first.
func numbered(window []string, first int) string {
	var sb strings.Builder
	for i, l := range window {
		fmt.Fprintf(&sb, "%d\t%s\n", first+i, strings.TrimSuffix(l, "\r"))
	}
	return sb.String()
}

// nearest says that old was not found, and shows the part of the file that is most
// like it.
func nearest(file, text, old string) string {
	all := strings.Split(text, "\n")
	want := strings.Split(strings.Trim(strings.ReplaceAll(old, "\r\n", "\n"), "\n"), "\n")
	at, score := closest(all, want)
	if score == 0 {
		return fmt.Sprintf("old does not occur in %q (%d lines), nor anything like it. Read the file.", file, lines(text))
	}
	const most = 40
	last := min(at+min(len(want), most), len(all))
	return fmt.Sprintf("old does not occur in %q. The nearest text is at line %d (%d of %d lines are alike); copy it as it stands, without the numbers:\n%s",
		file, at+1, score, len(want), numbered(all[at:last], at+1))
}

// closest finds the place in all where most lines of want stand, white space aside.
func closest(all, want []string) (at, score int) {
	norm := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	have := make([]string, len(all))
	for i, l := range all {
		have[i] = norm(l)
	}
	wanted := make([]string, len(want))
	for i, l := range want {
		wanted[i] = norm(l)
	}
	for i := range have {
		n := 0
		for j := 0; j < len(wanted) && i+j < len(have); j++ {
			if wanted[j] != "" && have[i+j] == wanted[j] {
				n++
			}
		}
		if n > score {
			at, score = i, n
		}
	}
	return at, score
}
