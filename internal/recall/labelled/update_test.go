package labelled

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/embed/minilm"
)

var update = flag.Bool("update", false, "embed the set again with the installed model")

func TestMain(m *testing.M) {
	if ran, code := minilm.ServeMain(os.Args); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

func model(t *testing.T) *minilm.Embedder {
	t.Helper()
	dir := os.Getenv("REGREEN_MODEL_DIR")
	if cache, err := os.UserCacheDir(); dir == "" && err == nil {
		dir = minilm.DefaultDir(cache)
	}
	if err := minilm.Check(dir); err != nil {
		if os.Getenv("REGREEN_REQUIRE_MODEL") != "" {
			t.Fatalf("the model is required here: %v", err)
		}
		t.Skipf("needs the embedding model, which `regreen model pull` installs: %v", err)
	}
	e := minilm.New(dir)
	t.Cleanup(func() { e.Close() })
	return e
}

// The kept vectors are those of the model. With -update all are made anew, without
// it a sample is compared, since each takes the model a while.
func TestKeptVectorsAreTheModels(t *testing.T) {
	e := model(t)
	s := all(t)
	if *update {
		if err := os.WriteFile("vectors.gz", embedAll(t, e, s), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	keptOnes, err := NewKept(s)
	if err != nil {
		t.Fatal(err)
	}
	texts := s.texts()
	names := slices.Sorted(maps.Keys(texts))
	for i, name := range names {
		if i%(len(names)/compared) != 0 {
			continue
		}
		v, err := e.Embed(t.Context(), []string{texts[name]})
		if err != nil {
			t.Fatal(err)
		}
		if got := embed.Dot(v[0], keptOnes.vectors[texts[name]]); got < 0.999 {
			t.Errorf("%s: the kept vector has a cosine of %.4f to the model's; run the test with -update", name, got)
		}
	}
}

// compared is how many texts are embedded anew, each of which takes the race detector ten
// seconds.
const compared = 4

// all are the four sets in one.
func all(t *testing.T) Set {
	t.Helper()
	own, ownErr := Own()
	aside, asideErr := Aside()
	if err := errors.Join(ownErr, asideErr); err != nil {
		t.Fatal(err)
	}
	real := fromLogs(t, func(project) bool { return true })
	return Set{Items: slices.Concat(real.Items, own.Items, aside.Items), Queries: slices.Concat(real.Queries, own.Queries, aside.Queries)}
}

// embedAll embeds the texts of s, but for those whose vectors are kept already.
func embedAll(t *testing.T, e *minilm.Embedder, s Set) []byte {
	model, had, err := readVectors()
	if err != nil || model != minilm.Name {
		t.Logf("everything is embedded anew: model %q, %v", model, err)
		had = nil
	}
	byDigest := map[[digestSize]byte][]byte{}
	for _, text := range s.texts() {
		d := digest(text)
		if byDigest[d] = had[d]; byDigest[d] != nil {
			continue
		}
		v, err := e.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		byDigest[d] = pack(v[0])
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, minilm.Name, e.Dim())
	for _, d := range slices.SortedFunc(maps.Keys(byDigest), func(a, b [digestSize]byte) int { return bytes.Compare(a[:], b[:]) }) {
		out.Write(d[:])
		out.Write(byDigest[d])
	}
	return zipped(t, out.Bytes())
}
