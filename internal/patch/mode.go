package patch

import (
	"fmt"
	"io/fs"
)

// The modes that git knows. It keeps one permission bit: whether the owner may
// execute the file.
const (
	gitFile       = 0o100644
	gitExecutable = 0o100755
	gitSymlink    = 0o120000
	gitSubmodule  = 0o160000
	gitTypeMask   = 0o170000
	gitRegular    = 0o100000
)

// Submodule is the mode of the entry of a submodule, which has no content.
const Submodule = fs.ModeIrregular

// fromGitMode converts a mode of a patch; 0 stays 0.
func fromGitMode(mode uint32) (fs.FileMode, error) {
	switch {
	case mode == 0:
		return 0, nil
	case mode&gitTypeMask == gitRegular && mode&0o100 != 0:
		return 0o755, nil
	case mode&gitTypeMask == gitRegular:
		return 0o644, nil
	case mode == gitSymlink:
		return fs.ModeSymlink | 0o777, nil
	case mode == gitSubmodule:
		return Submodule, nil
	}
	return 0, fmt.Errorf("unknown file mode %o", mode)
}

// gitMode is the inverse; 0 is taken for an ordinary file.
func gitMode(mode fs.FileMode) uint32 {
	switch {
	case mode&fs.ModeSymlink != 0:
		return gitSymlink
	case mode&Submodule != 0:
		return gitSubmodule
	case mode&0o100 != 0:
		return gitExecutable
	}
	return gitFile
}

// kept returns a mode as it comes back from a patch.
func kept(mode fs.FileMode) fs.FileMode {
	back, err := fromGitMode(gitMode(mode))
	if err != nil {
		return 0
	}
	return back
}
