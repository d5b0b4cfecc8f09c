package memorytest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
)

// Random is a valid record of tenant about topic, with something in every field.
func Random(r *rand.Rand, tenant, topic string) memory.Record {
	out := New(tenant, topic)
	out.Symptoms = append(out.Symptoms, make([]memory.Symptom, r.IntN(memory.MaxSymptoms))...)
	for i := range out.Symptoms {
		out.Symptoms[i].Signature, out.Symptoms[i].Kind = out.Symptoms[0].Signature, out.Symptoms[0].Kind
	}
	path := fmt.Sprintf("dir %d/ünïcode.go", r.IntN(100))
	out.Fix.Paths, out.Fix.Before = append(out.Fix.Paths, path), map[string]string{path: odd(r), out.Fix.Paths[0]: odd(r)}
	out.Fix.Redacted, out.Origin.Private, out.Proof.ControlRun = r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	out.Proof.Unenforced = []string{"", ""}
	counts := []**int{&out.Proof.CountsBefore.Passed, &out.Proof.CountsBefore.Failed, &out.Proof.CountsAfter.Skipped}
	for _, c := range counts {
		*c = new(int)
		**c = int(r.Int64N(math.MaxInt32))
	}
	out.Proof.ExitBefore, out.Proof.ExitAfter, out.Proof.Reproduced, out.Proof.Passes = r.IntN(256), r.IntN(256), r.IntN(9), r.IntN(9)
	out.CreatedAt = time.Unix(r.Int64N(1<<32), r.Int64N(1e9)).In(time.FixedZone("", (r.IntN(53)-24)*30*60))
	out.Trust = []memory.Trust{memory.Imported, memory.Observed, memory.Verified, memory.Merged}[r.IntN(4)]
	out.Status = []memory.Status{memory.Active, memory.Rejected, memory.Superseded, memory.Quarantined}[r.IntN(4)]
	out.Visibility = []memory.Visibility{memory.VisibleRepo, memory.VisibleTenant, memory.VisiblePublic}[r.IntN(3)]
	if r.IntN(4) > 0 {
		model := []string{embed.Lexical{}.Name(), "another"}[r.IntN(2)]
		out.Vectors = &memory.Vectors{Model: model, Symptom: unit(r), Fix: unit(r)}
	}
	EachText(&out, func(field string, text *string) {
		if !strings.HasPrefix(field, "Vectors") {
			*text = odd(r)
		}
	})
	return out
}

// EachText calls use with each text of r that may be anything: those that are ids, paths,
// signatures, or of a closed set of words are left out, as is the time.
func EachText(r *memory.Record, use func(field string, text *string)) {
	eachText(reflect.ValueOf(r).Elem(), "", use)
}

func eachText(v reflect.Value, field string, use func(string, *string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			switch name {
			case "ID", "Tenant", "Paths", "Before", "Exact", "Template", "CreatedAt":
			default:
				eachText(v.Field(i), strings.TrimPrefix(field+"."+name, "."), use)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), field, use)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), field, use)
		}
	case reflect.String:
		if text, ok := v.Addr().Interface().(*string); ok { // a word of a closed set has a type of its own
			use(field, text)
		}
	}
}

// odd is a text with what stores, files and servers are known to stumble over.
func odd(r *rand.Rand) string {
	parts := []string{"word", " ", "\n", "\r\n", "\t", "\x00", "\x1b[31m", "\u2028", "\u202e", "\ufffd", "\ufeff", "日本", "e\u0301", "😀", "\\", "\"", "<b>&", "{{", "null", "\u007f"}
	var b strings.Builder
	for range 1 + r.IntN(20) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func unit(r *rand.Rand) embed.Vector {
	v := make(embed.Vector, embed.Lexical{}.Dim())
	length := 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		length += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(length))
	}
	return v
}
