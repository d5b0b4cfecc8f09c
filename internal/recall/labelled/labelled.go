// Package labelled measures recall on a set of failures of which it is known what
// cured them, or that nothing in the memory does.
package labelled

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
)

// Class is the sort of a query.
type Class string

// The classes of queries.
const (
	Noise Class = "noise" // the same failure with other times, addresses, numbers
	Words Class = "words" // the same cause in other words, another place or repository
	None  Class = "none"  // nothing in the memory cures it
)

// Item is a remembered failure with what cured it.
type Item struct {
	ID          string          `json:"id"`
	Repo        string          `json:"repo"` // owner/name
	Failure     failure.Failure `json:"failure"`
	Description string          `json:"description"`
	Paths       []string        `json:"paths"`
	Patch       string          `json:"patch"`
}

// Query is a failure that is asked with.
type Query struct {
	ID      string          `json:"id"`
	Class   Class           `json:"class"`
	Repo    string          `json:"repo"`
	Want    []string        `json:"want"` // ids of the items that cure it
	Failure failure.Failure `json:"failure"`
	// Standing are the items of its own repository whose fixes are in its sources.
	Standing []string `json:"standing,omitempty"`
}

// Set is a labelled set.
type Set struct {
	Items   []Item
	Queries []Query
}

//go:embed real_records.jsonl.gz
var realRecordsFile []byte

//go:embed real_queries.jsonl.gz
var realQueriesFile []byte

//go:embed real_aside_records.jsonl.gz
var realAsideRecordsFile []byte

//go:embed real_aside_queries.jsonl.gz
var realAsideQueriesFile []byte

//go:embed real_later_queries.jsonl.gz
var realLaterFile []byte

//go:embed real_aside_later_queries.jsonl.gz
var realAsideLaterFile []byte

//go:embed records.jsonl.gz
var recordsFile []byte

//go:embed queries.jsonl.gz
var queriesFile []byte

//go:embed aside_records.jsonl.gz
var asideRecordsFile []byte

//go:embed aside_queries.jsonl.gz
var asideQueriesFile []byte

//go:embed vectors.gz
var vectorsFile []byte

// Real returns the set of what real tools printed on the small projects in
// testdata/failures, asked for from other repositories than those that remember; half
// of its queries have no match.
func Real() (Set, error) { return parseZipped(realRecordsFile, realQueriesFile) }

// RealLater returns the same records, asked for from their own repositories some weeks
// on.
func RealLater() (Set, error) { return parseZipped(realRecordsFile, realLaterFile) }

// RealAside and RealAsideLater return sets like those of Real and RealLater, of other
// projects by other hands, by which nothing was tuned.
func RealAside() (Set, error) { return parseZipped(realAsideRecordsFile, realAsideQueriesFile) }

// RealAsideLater is told of at RealAside. It had a say once: of two settings of the
// fusion that were alike on the tuned sets, the one was taken by which hybrid search is
// not below dense alone here.
func RealAsideLater() (Set, error) { return parseZipped(realAsideRecordsFile, realAsideLaterFile) }

// Own returns the set of failures written after real ones, by which recall was tuned
// first.
func Own() (Set, error) { return parseZipped(recordsFile, queriesFile) }

// Aside returns a smaller set on other subjects, by which nothing was ever tuned.
func Aside() (Set, error) { return parseZipped(asideRecordsFile, asideQueriesFile) }

// Parse reads a set: items and queries, a JSON object a line. Failures without a
// signature are given one.
func Parse(items, queries []byte) (Set, error) {
	var s Set
	err := eachLine(items, func(line []byte) error {
		var i Item
		err := json.Unmarshal(line, &i)
		i.Failure = signed(i.Failure)
		s.Items = append(s.Items, i)
		return err
	})
	if err != nil {
		return Set{}, fmt.Errorf("read labelled records: %w", err)
	}
	err = eachLine(queries, func(line []byte) error {
		var q Query
		err := json.Unmarshal(line, &q)
		q.Failure = signed(q.Failure)
		s.Queries = append(s.Queries, q)
		return err
	})
	if err != nil {
		return Set{}, fmt.Errorf("read labelled queries: %w", err)
	}
	return s, nil
}

// parseZipped is Parse of files that are compressed, since they are part of the program.
func parseZipped(items, queries []byte) (Set, error) {
	plainItems, itemsErr := unzip(items)
	plainQueries, queriesErr := unzip(queries)
	if err := errors.Join(itemsErr, queriesErr); err != nil {
		return Set{}, fmt.Errorf("read labelled set: %w", err)
	}
	return Parse(plainItems, plainQueries)
}

func unzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func eachLine(data []byte, use func([]byte) error) error {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := use(line); err != nil {
			return err
		}
	}
	return nil
}

func signed(f failure.Failure) failure.Failure {
	if f.Signature.Exact == "" {
		f.Signature = failure.Sign(f)
	}
	return f
}

// Tenant is the tenant of the records that Record makes.
const Tenant = "labelled"

// Record is the memory of an item, without vectors.
func (i Item) Record() memory.Record {
	f := i.Failure
	r := memory.Record{
		Schema: memory.SchemaVersion, Tenant: Tenant, Language: failure.Language(f.Framework),
		Symptoms: []memory.Symptom{{
			Framework: f.Framework, Kind: f.Kind, ErrorType: f.ErrorType, Package: f.Package, Test: f.Test,
			File: f.File, Message: f.Message, Signature: f.Signature,
		}},
		Fix:     memory.Fix{Description: i.Description, Paths: i.Paths, Patch: cmp.Or(i.Patch, "patch of "+i.ID)},
		Outcome: "passed", Origin: memory.Origin{Session: i.ID, Maker: "human", Repo: cmp.Or(i.Repo, Tenant+"/set")},
		Trust: memory.Verified, Status: memory.Active, Visibility: memory.VisibleTenant,
		CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	r.ID = memory.NewID(Tenant, r.Symptoms, fmt.Sprintf("%x", sha256.Sum256([]byte(i.ID))))
	return r
}

// vectorsFile begins with the model's name and the dimension in a line; then comes for each
// text its digest and its vector, as pack makes it.
func readVectors() (model string, byDigest map[[digestSize]byte][]byte, err error) {
	data, err := unzip(vectorsFile)
	if err != nil {
		return "", nil, fmt.Errorf("read kept vectors: %w", err)
	}
	head, data, _ := bytes.Cut(data, []byte("\n"))
	var dim int
	if _, err := fmt.Sscan(string(head), &model, &dim); err != nil || len(data)%(digestSize+dim) != 0 {
		return "", nil, fmt.Errorf("read kept vectors: %q stands before %d bytes: %w", head, len(data), errors.Join(err, errVectors))
	}
	byDigest = map[[digestSize]byte][]byte{}
	for one := range slices.Chunk(data, digestSize+dim) {
		byDigest[[digestSize]byte(one)] = one[digestSize:]
	}
	return model, byDigest, nil
}

var errVectors = errors.New("not a file of vectors")

// Kept is an Embedder that knows the set's own texts only, from the file of vectors.
type Kept struct {
	model   string
	vectors map[string]embed.Vector // by text
}

// NewKept returns the kept vectors of s, by the present texts of its items and queries.
func NewKept(s Set) (*Kept, error) {
	model, byDigest, err := readVectors()
	if err != nil {
		return nil, err
	}
	k := &Kept{model: model, vectors: map[string]embed.Vector{}}
	for name, text := range s.texts() {
		data, ok := byDigest[digest(text)]
		if !ok {
			return nil, fmt.Errorf("no vector is kept of %s", name)
		}
		k.vectors[text] = unpack(data)
	}
	return k, nil
}

// texts are all that is embedded of s, by name.
func (s Set) texts() map[string]string {
	texts := map[string]string{}
	for _, i := range s.Items {
		texts[i.ID] = i.Failure.Signature.Text
		texts[i.ID+" fix"] = i.Description
	}
	for _, q := range s.Queries {
		texts[q.ID] = q.Failure.Signature.Text
	}
	return texts
}

// Name implements embed.Embedder.
func (k *Kept) Name() string { return k.model }

// Dim implements embed.Embedder.
func (k *Kept) Dim() int {
	for _, v := range k.vectors {
		return len(v)
	}
	return 0
}

// Embed implements embed.Embedder; a text that is not in the set is an error.
func (k *Kept) Embed(_ context.Context, texts []string) ([]embed.Vector, error) {
	out := make([]embed.Vector, len(texts))
	for i, t := range texts {
		v, ok := k.vectors[t]
		if !ok {
			return nil, fmt.Errorf("no vector is kept of the text %.60q", t)
		}
		out[i] = v
	}
	return out, nil
}

const digestSize = 6

// digest tells one text from the others of the sets.
func digest(text string) [digestSize]byte {
	sum := sha256.Sum256([]byte(text))
	return [digestSize]byte(sum[:])
}

// levels are the steps of a packed component: the sets are part of the program, finer
// ones would be compressed less, and a cosine loses less than 0.001 by these.
const levels = 63

// pack writes a vector in signed bytes, the largest component as levels.
func pack(v embed.Vector) []byte {
	var largest float64
	for _, f := range v {
		largest = max(largest, math.Abs(float64(f)))
	}
	out := make([]byte, len(v))
	for i, f := range v {
		out[i] = byte(int8(math.Round(float64(f) / max(largest, 1e-9) * levels)))
	}
	return out
}

func unpack(data []byte) embed.Vector {
	v := make(embed.Vector, len(data))
	for i, b := range data {
		v[i] = float32(int8(b))
	}
	return embed.Normalise(v)
}
