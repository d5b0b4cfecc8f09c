package memory

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
)

// ErrInvalid says that a record may not be stored; the error names the field.
var ErrInvalid = errors.New("record refused")

// The caps on a record's fields, in bytes. They bound what one record can cost every
// later reader: a patch that is shown whole in a prompt, a file that is read whole.
const (
	MaxPatch       = 256 << 10 // the largest fix that a person would review in one sitting
	MaxBefore      = 64 << 10  // of all touched files together
	MaxDescription = 8 << 10
	MaxMessage     = 16 << 10
	MaxText        = 8 << 10 // normalised symptom; an embedding model reads far less
	MaxPaths       = 64
	MaxName        = 1 << 10 // test, package, path, repository, command …
	MaxUnenforced  = 32
	MaxCommand     = 8 << 10
	MaxDim         = 4096 // of a vector

	// Stores order records by nanoseconds since 1970, which 64 bits hold for these years.
	firstYear, lastYear = 1970, 2261
	// maxStray is how far a vector's length may be from 1: a server makes it 1, so one
	// of another length would be found by it and by the folder in another order, and a
	// longer one be near to whatever is asked for.
	maxStray = 0.01
)

// idSpace is the namespace of record ids. It must never change: ids are
// how the same fix stored twice becomes one record.
var idSpace = uuid.MustParse("6f0d3c1e-9d0b-5f0e-8a55-5d0f0c6e7a11")

// NewID returns the id of the record that remembers, for tenant, the patch with that
// hash as the cure of symptoms. It is the same wherever and whenever it is made.
func NewID(tenant string, symptoms []Symptom, patchHash string) string {
	smallest := ""
	for _, s := range symptoms {
		if e := s.Signature.Exact; smallest == "" || e < smallest {
			smallest = e
		}
	}
	return uuid.NewSHA1(idSpace, []byte(strings.Join([]string{tenant, smallest, patchHash}, "\x00"))).String()
}

// signaturePattern is the form of failure.Signature's hashes, of any version.
var signaturePattern = regexp.MustCompile(`^v[0-9]{1,4}:[0-9a-f]{32}$`)

// Validate reports why r may not be stored: nil, or an error that wraps ErrInvalid and
// names the field and its cap. Every Store's Put calls it.
func Validate(r Record) error {
	for _, check := range []func(Record) error{checkIdentity, checkSymptoms, checkFix, checkOrigin, checkWords, checkVectors} {
		if err := check(r); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return nil
}

// Clip cuts the texts of r that are only shown and compared to their caps, at the end,
// and makes them UTF-8. What would change its meaning by being cut, such as the patch,
// is left for Validate to refuse.
func Clip(r Record) Record {
	r = Clone(r)
	r.Symptoms = r.Symptoms[:min(len(r.Symptoms), MaxSymptoms)]
	for i := range r.Symptoms {
		s := &r.Symptoms[i]
		s.Message, s.Signature.Text = cut(s.Message, MaxMessage), cut(s.Signature.Text, MaxText)
		s.ErrorType, s.Test, s.Package, s.File = cut(s.ErrorType, MaxName), cut(s.Test, MaxName), cut(s.Package, MaxName), cut(s.File, MaxName)
	}
	r.Fix.Description, r.Fix.RootCause = cut(r.Fix.Description, MaxDescription), cut(r.Fix.RootCause, MaxDescription)
	r.Outcome, r.StatusReason = cut(r.Outcome, MaxName), cut(r.StatusReason, MaxDescription)
	r.Proof.Command, r.Proof.Toolchain = cut(r.Proof.Command, MaxCommand), cut(r.Proof.Toolchain, MaxName)
	r.Proof.Unenforced = r.Proof.Unenforced[:min(len(r.Proof.Unenforced), MaxUnenforced)]
	return r
}

func cut(s string, most int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

func checkIdentity(r Record) error {
	switch {
	case r.Schema != SchemaVersion:
		return fmt.Errorf("schema is %d, this version writes %d", r.Schema, SchemaVersion)
	case r.Tenant == "":
		return ErrNoTenant
	case r.CreatedAt.IsZero():
		return errors.New("created_at is missing")
	case r.CreatedAt.Year() < firstYear || r.CreatedAt.Year() > lastYear:
		return fmt.Errorf("created_at is in the year %d, %d to %d are kept", r.CreatedAt.Year(), firstYear, lastYear)
	}
	if id, err := uuid.Parse(r.ID); err != nil || id.String() != r.ID {
		return fmt.Errorf("id %q is not a UUID in lower case", clip(r.ID))
	}
	return capped("tenant", r.Tenant, MaxName)
}

func checkSymptoms(r Record) error {
	if len(r.Symptoms) == 0 || len(r.Symptoms) > MaxSymptoms {
		return fmt.Errorf("symptoms: %d of them, 1 to %d are kept", len(r.Symptoms), MaxSymptoms)
	}
	for _, s := range r.Symptoms {
		err := errors.Join(
			capped("symptom framework", s.Framework, MaxName), capped("symptom kind", string(s.Kind), MaxName),
			capped("symptom error_type", s.ErrorType, MaxName), capped("symptom package", s.Package, MaxName),
			capped("symptom test", s.Test, MaxName), capped("symptom file", s.File, MaxName),
			capped("symptom message", s.Message, MaxMessage), capped("symptom text", s.Signature.Text, MaxText),
			signed("exact", s.Signature.Exact), signed("template", s.Signature.Template))
		if err != nil {
			return err
		}
	}
	return nil
}

func signed(name, signature string) error {
	if !signaturePattern.MatchString(signature) {
		return fmt.Errorf("%s signature %q is not a version and 32 hex digits", name, clip(signature))
	}
	return nil
}

func checkFix(r Record) error {
	if r.Fix.Patch == "" {
		return errors.New("fix has no patch")
	}
	if n := len(r.Fix.Paths); n == 0 || n > MaxPaths {
		return fmt.Errorf("fix touches %d files, 1 to %d are kept", n, MaxPaths)
	}
	before := 0
	for path, text := range r.Fix.Before {
		before += len(text)
		if !slices.Contains(r.Fix.Paths, path) {
			return fmt.Errorf("fix keeps the text of %q, which it does not touch", clip(path))
		}
		if !utf8.ValidString(text) {
			return fmt.Errorf("fix keeps the text of %q, which is not UTF-8", clip(path))
		}
	}
	if before > MaxBefore {
		return fmt.Errorf("fix keeps %d bytes of text before, at most %d are kept", before, MaxBefore)
	}
	for _, p := range r.Fix.Paths {
		if err := checkPath(p); err != nil {
			return err
		}
	}
	return errors.Join(capped("patch", r.Fix.Patch, MaxPatch),
		capped("description", r.Fix.Description, MaxDescription), capped("root_cause", r.Fix.RootCause, MaxDescription))
}

// checkPath refuses a path that could point outside a checkout, on any system.
func checkPath(p string) error {
	bad := p == "" || strings.HasPrefix(p, "/") || strings.ContainsAny(p, "\\\x00") || len(p) > 1 && p[1] == ':'
	for part := range strings.SplitSeq(p, "/") {
		bad = bad || part == ".." || part == "." || part == "" || strings.EqualFold(part, ".git")
	}
	if bad {
		return fmt.Errorf("path %q does not stay inside a checkout", clip(p))
	}
	return capped("path", p, MaxName)
}

func checkOrigin(r Record) error {
	o := r.Origin
	if len(r.Proof.Unenforced) > MaxUnenforced {
		return fmt.Errorf("unenforced has %d entries, at most %d are kept", len(r.Proof.Unenforced), MaxUnenforced)
	}
	return errors.Join(capped("session", o.Session, MaxName), capped("maker", o.Maker, MaxName), capped("model", o.Model, MaxName),
		capped("repo", o.Repo, MaxName), capped("actor", o.Actor, MaxName), capped("run_id", o.RunID, MaxName),
		capped("pull_request", o.PullRequest, MaxName), capped("command", r.Proof.Command, MaxCommand),
		capped("commit", r.Proof.Commit, MaxName), capped("run_url", r.Proof.RunURL, MaxName),
		capped("toolchain", r.Proof.Toolchain, MaxName), capped("isolation", r.Proof.Isolation, MaxName), capped("outcome", r.Outcome, MaxName),
		capped("unenforced", strings.Join(r.Proof.Unenforced, "\n"), MaxDescription),
		capped("status_reason", r.StatusReason, MaxDescription), capped("language", r.Language, MaxName),
		capped("supersedes", r.Supersedes, MaxName))
}

func checkWords(r Record) error {
	if r.Trust.Rank() == 0 {
		return fmt.Errorf("trust %q is not a known word", clip(string(r.Trust)))
	}
	if !slices.Contains([]Status{Active, Rejected, Superseded, Quarantined}, r.Status) {
		return fmt.Errorf("status %q is not a known word", clip(string(r.Status)))
	}
	if !slices.Contains([]Visibility{VisibleRepo, VisibleTenant, VisiblePublic}, r.Visibility) {
		return fmt.Errorf("visibility %q is not a known word", clip(string(r.Visibility)))
	}
	for _, s := range r.Symptoms {
		if !slices.Contains(kinds, s.Kind) {
			return fmt.Errorf("symptom kind %q is not a known word", clip(string(s.Kind)))
		}
	}
	return nil
}

var kinds = []failure.Kind{failure.KindTest, failure.KindBuild, failure.KindPanic, failure.KindTimeout,
	failure.KindRace, failure.KindLint, failure.KindInfra, failure.KindUnknown}

func checkVectors(r Record) error {
	v := r.Vectors
	if v == nil {
		return nil
	}
	if v.Model == "" || len(v.Symptom) == 0 || len(v.Symptom) > MaxDim || len(v.Fix) != len(v.Symptom) {
		return fmt.Errorf("vectors of model %q have %d and %d dimensions", clip(v.Model), len(v.Symptom), len(v.Fix))
	}
	for _, vector := range []embed.Vector{v.Symptom, v.Fix} {
		if length := embed.Dot(vector, vector); length != 0 && !(math.Abs(math.Sqrt(length)-1) <= maxStray) { // also true for NaN
			return errors.New("a vector is not of unit length")
		}
	}
	return capped("vectors model", v.Model, MaxName)
}

// capped refuses text that is too long or not UTF-8; stores differ in what they do
// with such bytes, so none is given any.
func capped(name, text string, most int) error {
	if len(text) > most {
		return fmt.Errorf("%s is %d bytes long, at most %d are kept", name, len(text), most)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s is not UTF-8", name)
	}
	return nil
}

func clip(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}
