package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Limits of a search, so that its answer stays a list of places and not a dump.
const (
	maxHits     = 40
	maxHitBytes = 200
)

func (b *Box) searchCode(ctx context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Pattern string  `json:"pattern"`
		Glob    *string `json:"path_glob"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	if a.Pattern == "" {
		return refuse("the pattern is empty."), nil
	}
	re, err := regexp.Compile(a.Pattern)
	note := ""
	if err != nil {
		re, note = regexp.MustCompile(regexp.QuoteMeta(a.Pattern)), "[the pattern is no RE2 expression and was taken word for word]\n"
	}
	paths, bad, err := b.glob(ctx, a.Glob)
	if err != nil || bad != "" {
		return refuse("%s", bad), err
	}
	return Result{Output: note + b.grep(ctx, paths, re)}, ctx.Err()
}

// glob lists the files that match; nil lists all.
func (b *Box) glob(ctx context.Context, pattern *string) (paths []string, bad string, err error) {
	all, err := b.cfg.Files.Paths(ctx)
	if err != nil || pattern == nil || *pattern == "" {
		return all, "", err
	}
	g := strings.TrimPrefix(*pattern, "./")
	if !doublestar.ValidatePattern(g) {
		return nil, fmt.Sprintf("path_glob %q is no valid pattern.", short(g)), nil
	}
	if !strings.Contains(g, "/") {
		g = "**/" + g
	}
	for _, p := range all {
		if doublestar.MatchUnvalidated(g, p) {
			paths = append(paths, p)
		}
	}
	return paths, "", nil
}

func (b *Box) grep(ctx context.Context, paths []string, re *regexp.Regexp) string {
	var sb strings.Builder
	hits, files := 0, 0
	for _, p := range paths {
		if ctx.Err() != nil {
			break
		}
		if holdsSecrets(p) {
			continue
		}
		data, err := b.cfg.Files.Read(p)
		if err != nil || len(data) > maxFileSize || bytes.IndexByte(data, 0) >= 0 || !re.Match(data) {
			continue
		}
		files++
		for i, line := range strings.Split(string(data), "\n") {
			if !re.MatchString(line) {
				continue
			}
			if hits++; hits <= maxHits {
				fmt.Fprintf(&sb, "%s:%d: %s\n", p, i+1, clip(strings.TrimSpace(line), maxHitBytes))
			}
		}
	}
	if hits == 0 {
		return fmt.Sprintf("no match in %d files\n", len(paths))
	}
	if hits > maxHits {
		fmt.Fprintf(&sb, "[%d of %d matches in %d files shown; narrow the pattern or the path_glob]\n", maxHits, hits, files)
	}
	return sb.String()
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}

// maxListed bounds a listing of files.
const maxListed = 200

func (b *Box) listFiles(ctx context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Glob *string `json:"path_glob"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	paths, bad, err := b.glob(ctx, a.Glob)
	if err != nil || bad != "" {
		return refuse("%s", bad), err
	}
	if len(paths) == 0 {
		return Result{Output: "no file matches\n"}, nil
	}
	shown := paths[:min(len(paths), maxListed)]
	out := strings.Join(shown, "\n") + "\n"
	if len(paths) > len(shown) {
		out += fmt.Sprintf("[%d of %d files shown; give a path_glob]\n", len(shown), len(paths))
	}
	return Result{Output: out}, nil
}
