package minilm

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	gomlx "github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/simplego"
	"github.com/knights-analytics/hugot"
	"github.com/knights-analytics/hugot/pipelines"

	"github.com/regreen/regreen/internal/embed"
)

// serveCommand is the hidden sub-command under which the binary runs the model.
const serveCommand = "__embed-minilm"

// request and reply are one line of JSON each. The first reply has neither vectors
// nor error: it says that the model is loaded.
type request struct {
	Texts []string `json:"texts"`
}

type reply struct {
	Vectors []embed.Vector `json:"vectors,omitempty"`
	Error   string         `json:"error,omitempty"`
}

// ServeMain runs the model if args, as in os.Args, ask for it, and reports whether they
// did and the exit status. Call it first in main, and in TestMain of tests that embed.
func ServeMain(args []string) (ran bool, code int) {
	if len(args) != 3 || args[1] != serveCommand {
		return false, 0
	}
	out := os.Stdout
	// The backend prints to standard output, which belongs to the protocol here.
	os.Stdout = os.Stderr
	if err := serve(args[2], os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return true, 1
	}
	return true, 0
}

func serve(dir string, in io.Reader, out io.Writer) error {
	lines, encoder := readLines(in), json.NewEncoder(out)
	model, err := load(dir)
	if err != nil {
		return errors.Join(err, encoder.Encode(reply{Error: err.Error()}))
	}
	if err := encoder.Encode(reply{}); err != nil {
		return err
	}
	for line := range lines {
		var req request
		if err := json.Unmarshal(line, &req); err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		if err := encoder.Encode(answer(model, req)); err != nil {
			return err
		}
	}
	return nil
}

// readLines ends the process as soon as the parent is gone, even while the model hangs.
func readLines(in io.Reader) <-chan []byte {
	lines := make(chan []byte)
	go func() {
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				os.Exit(0)
			}
			lines <- line
		}
	}()
	return lines
}

func load(dir string) (*pipelines.FeatureExtractionPipeline, error) {
	if err := Check(dir); err != nil {
		return nil, err
	}
	// With one processor the backend's only worker waits for itself for ever.
	parallelism := fmt.Sprintf("parallelism=%d", max(4, runtime.NumCPU()))
	gomlx.Register(simplego.BackendName, func(string) (gomlx.Backend, error) { return simplego.New(parallelism) })
	session, err := hugot.NewGoSession()
	if err != nil {
		return nil, fmt.Errorf("start embedding model: %w", err)
	}
	p, err := hugot.NewPipeline(session, hugot.FeatureExtractionConfig{
		ModelPath: dir, Name: "minilm", OnnxFilename: modelFile,
		Options: []hugot.FeatureExtractionOption{pipelines.WithNormalization()},
	})
	if err != nil {
		return nil, fmt.Errorf("load embedding model: %w", err)
	}
	return p, nil
}

// answer embeds one text at a time: a batch is no faster, pads every text to the
// longest, and an empty one crashes the backend.
func answer(model *pipelines.FeatureExtractionPipeline, req request) (r reply) {
	defer func() {
		if p := recover(); p != nil {
			r = reply{Error: fmt.Sprint("the model panicked: ", p)}
		}
	}()
	for _, text := range req.Texts {
		out, err := model.RunPipeline([]string{Clean(text)})
		if err != nil {
			return reply{Error: err.Error()}
		}
		if len(out.Embeddings) != 1 || len(out.Embeddings[0]) != Dim {
			return reply{Error: fmt.Sprintf("the model gave %d vectors for one text", len(out.Embeddings))}
		}
		r.Vectors = append(r.Vectors, embed.Normalise(out.Embeddings[0]))
	}
	return r
}
