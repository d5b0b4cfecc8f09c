package proc

// The words of Result.Unenforced. They are shown to users and kept in proofs,
// so they do not change.
const (
	NoPipefail = "no bash: a pipe hides the exit code of its first commands"
	NoLandlock = "no Landlock: the command may read and write whatever its user may"
	NoReaper   = "no subreaper: a process that detached itself may outlive the command"
	SandboxOff = "sandbox off: the command may read and write whatever its user may"
)
