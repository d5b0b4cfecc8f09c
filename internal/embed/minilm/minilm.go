// Package minilm is the embed.Embedder of the all-MiniLM-L6-v2 sentence model, run by
// hugot's pure-Go backend in a child process: the model can panic in a worker
// goroutine, end the process or hang, and none of that may cost the run.
package minilm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	// Dim is the length of the model's vectors.
	Dim = 384
	// Name identifies the weights and the way in which text is prepared for them.
	Name = "all-MiniLM-L6-v2@759c3cd2"

	modelFile     = "model.onnx"
	tokenizerFile = "tokenizer.json"
	stampFile     = "verified.json"
)

// pins are the SHA-256 sums of the files. Only these weights run: the quantised ones
// of the same model panic where no recover can catch it, and another tokenizer would
// quietly give other vectors.
var pins = map[string]string{
	modelFile:     "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e",
	tokenizerFile: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
}

var (
	// ErrNoModel says that the model's files are not there.
	ErrNoModel = errors.New("embedding model is not installed")
	// ErrWrongModel says that a file is not the one that is pinned.
	ErrWrongModel = errors.New("not the pinned embedding model")
)

// DefaultDir is the model's folder below the user's cache folder, as os.UserCacheDir
// names it.
func DefaultDir(userCache string) string {
	return filepath.Join(userCache, "regreen", "models", "all-MiniLM-L6-v2-759c3cd2")
}

// Check reports whether the folder holds the pinned files: nil, ErrNoModel or
// ErrWrongModel. Sums are worked out once and remembered beside the files by size and
// time, since hashing takes longer than a run may.
func Check(dir string) error {
	stamps := readStamps(dir)
	for name, want := range pins {
		info, err := os.Stat(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %s is missing in %q", ErrNoModel, name, dir)
		}
		if err != nil {
			return fmt.Errorf("check embedding model: %w", err)
		}
		if now := stampOf(info, want); stamps[name] == now {
			continue
		}
		if err := verify(filepath.Join(dir, name), want); err != nil {
			return err
		}
		stamps[name] = stampOf(info, want)
		writeStamps(dir, stamps)
	}
	return nil
}

// stamp says that a file of this size and time had this sum.
type stamp struct {
	Size  int64     `json:"size"`
	Mtime time.Time `json:"mtime"`
	Sum   string    `json:"sha256"`
}

func stampOf(info fs.FileInfo, sum string) stamp {
	return stamp{info.Size(), info.ModTime().UTC(), sum}
}

func readStamps(dir string) map[string]stamp {
	stamps := map[string]stamp{}
	if data, err := os.ReadFile(filepath.Join(dir, stampFile)); err == nil && json.Unmarshal(data, &stamps) != nil {
		return map[string]stamp{}
	}
	return stamps
}

// writeStamps is best effort: in a read-only folder the sums are worked out each time.
func writeStamps(dir string, stamps map[string]stamp) {
	if data, err := json.Marshal(stamps); err == nil {
		_ = os.WriteFile(filepath.Join(dir, stampFile), data, 0o644)
	}
}

func verify(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("check embedding model: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("check embedding model: %w", err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("%w: %q has SHA-256 %s, want %s", ErrWrongModel, path, got, want)
	}
	return nil
}
