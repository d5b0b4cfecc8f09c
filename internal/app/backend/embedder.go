package backend

import (
	"cmp"
	"path/filepath"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/embed/minilm"
)

// embedderOff is the value of --embedding-model that turns similarity off.
const embedderOff = "off"

// Embedder makes the embedder; nil where similarity was turned off. Nothing is
// loaded before it is asked, and a missing model shows only then.
func Embedder(e cli.Env, dir string) (embed.Embedder, func() error) {
	if dir == embedderOff {
		return nil, func() error { return nil }
	}
	if dir == "" {
		dir = ModelDir(e)
	}
	m := minilm.New(dir)
	return m, m.Close
}

// ModelDir is where the embedding model lies unless a flag says otherwise.
func ModelDir(e cli.Env) string {
	if dir := e.Getenv("REGREEN_MODEL_DIR"); dir != "" {
		return dir
	}
	cache := e.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(cmp.Or(e.Getenv("HOME"), e.Getenv("USERPROFILE")), ".cache")
	}
	return minilm.DefaultDir(cache)
}
