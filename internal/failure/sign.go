package failure

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/difference"
	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/golang"
	"github.com/regreen/regreen/internal/failure/normal"
)

// signatureVersion stands before each hash. It changes with the algorithm, so that
// signatures of different versions never look alike.
const signatureVersion = "v1:"

// hashSize is how many bytes of the hash are kept: no two of a store's failures
// collide by chance.
const hashSize = 16

// Sign returns the signature of a failure. It depends on what failed and how, and
// not on where or when: line numbers, times, addresses, temporary paths and the
// other noise of a run leave it as it is.
func Sign(f Failure) Signature { return sign(f, "") }

// sign is Sign for a checkout at root, which messages may name.
func sign(f Failure, root string) Signature {
	stated := verdicts(f)
	said := messages(f, stated, root)
	message := strings.Join(said, "\n")
	name := normal.Name(f.Test)
	if f.Test == "" {
		name = base(f.File)
	}
	exact := []string{Language(f.Framework), string(f.Kind), normal.Name(f.Package), name, f.ErrorType, message, function(f)}
	shape := shape(said)
	template := []string{Language(f.Framework), string(f.Kind), f.ErrorType, shape}
	if !normal.Telling(f.ErrorType + " " + shape) {
		template = append(template, name)
	}
	return Signature{Exact: hash(exact), Template: hash(template), Text: symptom(f, name, strings.Join(said, " "), differences(stated))}
}

// messages returns what a failure says, without the noise of a run. A Go test goes on
// after t.Errorf, and what walks over a map prints in another order each time: all that
// it says counts, sorted. The smallest alone would do for the order, but would take two
// tests that fail alike at one point only for the same fault.
func messages(f Failure, stated []string, root string) []string {
	var all []string
	for _, m := range stated {
		all = append(all, normal.Text(heart(f, m, root)))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// verdicts returns what a failure says, as it stands.
func verdicts(f Failure) []string {
	if f.Framework == golang.Framework && f.Kind == KindTest {
		if all := golang.Verdicts(f.Output); len(all) > 1 {
			return all
		}
	}
	return []string{f.Message}
}

// shape returns the template of messages: each shape once, since how often it occurs
// depends on the values that are tested.
func shape(messages []string) string {
	var shapes []string
	for _, m := range messages {
		shapes = append(shapes, normal.Template(m))
	}
	slices.Sort(shapes)
	return strings.Join(slices.Compact(shapes), "\n")
}

// heart returns the part of a message that does not depend on how much the runner was
// told to print.
func heart(f Failure, message, root string) string {
	if Language(f.Framework) == "python" && f.Framework != "doctest" {
		message = format.FirstLine(message) // pytest explains below it, more with -v
	}
	if root = strings.TrimSuffix(format.Slash(root), "/"); root != "" {
		message = strings.ReplaceAll(message, root+"/", "")
	}
	return message
}

func hash(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return signatureVersion + hex.EncodeToString(sum[:hashSize])
}

// function returns the innermost function of the code under test, in languages whose
// stacks do not depend on settings: Rust prints them on demand, and pytest leaves the
// name of the innermost one out of its long form.
func function(f Failure) string {
	if l := Language(f.Framework); l == "rust" || l == "python" {
		return ""
	}
	for _, at := range f.Frames {
		if format.Own(at.File) && !format.IsTest(at.File) {
			return normal.Func(at.Func)
		}
	}
	return ""
}

func base(file string) string {
	return file[strings.LastIndexByte(file, '/')+1:]
}

// maxSymptom is about what an embedding model reads of a text.
const maxSymptom = 600

// symptom is the failure in words: what is embedded and searched. How the compared
// values differ is among them, since failures of one cause have that in common when
// they have no word.
func symptom(f Failure, name, message string, differing []string) string {
	var kept []string
	for _, p := range []string{f.ErrorType, message, name} {
		if p != "" {
			kept = append(kept, p)
		}
	}
	text := []string{format.Shorten(strings.Join(kept, " "), maxSymptom)}
	return strings.Join(append(text, differing...), " ")
}

// differences are the ways in which the values differ that messages compare, in an order
// that does not depend on theirs.
func differences(messages []string) []string {
	var all []string
	for _, m := range messages {
		for _, k := range difference.Of(m) {
			all = append(all, string(k))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
