package failure

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

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
func Sign(f Failure) Signature {
	message := normal.Text(f.Message)
	exact := []string{Language(f.Framework), f.Framework, string(f.Kind), f.Package, normal.Name(f.Test), f.ErrorType, message, functions(f)}
	template := []string{Language(f.Framework), string(f.Kind), f.ErrorType, normal.Template(f.Message)}
	if f.Test == "" {
		exact = append(exact, base(f.File))
	}
	return Signature{Exact: hash(exact), Template: hash(template), Text: text(f, message)}
}

func hash(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return signatureVersion + hex.EncodeToString(sum[:hashSize])
}

// maxSignedFrames is how many of the innermost frames of the project count.
const maxSignedFrames = 3

// functions returns the project's own innermost functions, without their places.
func functions(f Failure) string {
	var names []string
	for _, at := range f.Frames {
		if name := normal.Func(at.Func); name != "" && ownFrame(at) && len(names) < maxSignedFrames {
			if n := len(names); n == 0 || names[n-1] != name { // recursion
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, "<")
}

func base(file string) string {
	return file[strings.LastIndexByte(file, '/')+1:]
}

// text is the symptom in words: what is embedded and searched.
func text(f Failure, message string) string {
	parts := []string{f.ErrorType, message, normal.Name(f.Test)}
	if f.Test == "" {
		parts = append(parts, base(f.File))
	}
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.ReplaceAll(strings.Join(kept, " "), "\n", " ")
}
