package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
)

// dataDir is the user's data folder, where the memory lies by default.
func dataDir(getenv func(string) string) (string, error) {
	return userDir(getenv, "XDG_DATA_HOME", ".local/share")
}

// stateDir is the user's state folder, where runs leave their logs and patches.
func stateDir(getenv func(string) string) (string, error) {
	if tmp := getenv("RUNNER_TEMP"); tmp != "" {
		return filepath.Join(tmp, "regreen"), nil // cleared by the runner after the job
	}
	return userDir(getenv, "XDG_STATE_HOME", ".local/state")
}

func userDir(getenv func(string) string, name, fallback string) (string, error) {
	if dir := getenv(name); filepath.IsAbs(dir) {
		return filepath.Join(dir, "regreen"), nil
	}
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	if home == "" {
		return "", usagef("no home folder: set HOME or %s", name)
	}
	return filepath.Join(home, filepath.FromSlash(fallback), "regreen"), nil
}

// openStore opens the memory that uri names; "" is the user's own folder.
func openStore(ctx context.Context, e Env, uri string) (memory.Store, string, error) {
	if uri == "" {
		dir, err := dataDir(e.Getenv)
		if err != nil {
			return nil, "", err
		}
		uri = "dir:" + filepath.Join(dir, "memory")
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	if !ok || rest == "" {
		return nil, uri, usagef("memory %q is not a URI such as dir:PATH", uri)
	}
	switch scheme {
	case "dir":
		s, err := dirstore.Open(ctx, dirstore.Options{Path: rest, Now: e.Now})
		if err != nil {
			return nil, uri, fmt.Errorf("open memory %q: %w", uri, err)
		}
		return s, uri, nil
	}
	return nil, uri, usagef("memory %q: unknown kind %q", uri, scheme)
}
