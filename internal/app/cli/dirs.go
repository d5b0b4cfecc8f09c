package cli

import (
	"cmp"
	"path/filepath"
)

// DataDir is the user's data folder, where the memory lies by default.
func DataDir(getenv func(string) string) (string, error) {
	return userDir(getenv, "XDG_DATA_HOME", ".local/share")
}

// StateDir is the user's state folder, where runs leave their logs and patches.
func StateDir(getenv func(string) string) (string, error) {
	if tmp := getenv("RUNNER_TEMP"); tmp != "" {
		return filepath.Join(tmp, "regreen"), nil // cleared by the runner after the job
	}
	return userDir(getenv, "XDG_STATE_HOME", ".local/state")
}

func userDir(getenv func(string) string, name, fallback string) (string, error) {
	if dir := getenv(name); filepath.IsAbs(dir) {
		return filepath.Join(dir, "regreen"), nil
	}
	home := cmp.Or(getenv("HOME"), getenv("USERPROFILE"))
	if home == "" {
		return "", Usagef("no home folder: set HOME or %s", name)
	}
	return filepath.Join(home, filepath.FromSlash(fallback), "regreen"), nil
}
