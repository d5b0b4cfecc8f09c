package proc

// The words of Result.Unenforced. They are shown to users and kept in proofs,
// so they do not change.
const (
	// NoPipefail: the system has no bash.
	NoPipefail = "no bash: a pipe hides the exit code of its first commands"
	// SandboxOff: the caller asked for Mode Off.
	SandboxOff = "sandbox off: the command may read and write whatever its user may"
	// NoLandlock: not Linux, or a kernel before 5.19, or Landlock not among its security modules.
	NoLandlock = "no Landlock: the command may read and write whatever its user may"
	// NoTruncate: kernels before 6.2.
	NoTruncate = "old Landlock: the command may empty files that it may not write"
	// NoScopes: kernels before 6.12.
	NoScopes = "old Landlock: the command may signal processes and reach abstract sockets outside"
	// NoReaper: not Linux.
	NoReaper = "no subreaper: a process that detached itself may outlive the command"
	// Survivors: a process hung in the kernel, or forked faster than it could be killed.
	Survivors = "a process of the command could not be killed"
	// ContainerEngine: Landlock does not cover connections to sockets.
	ContainerEngine = "a container engine's socket is reachable: it gives root on this machine"
	// ServiceManager: as ContainerEngine, for systemd's own socket and the user's bus.
	ServiceManager = "a service manager's socket is reachable: it starts processes outside of the sandbox"
	// AgentSocket: as ContainerEngine, for the SSH agent of the job.
	AgentSocket = "the socket of an SSH agent is reachable: the command may log in with its keys"
	// NoSudo is no gap but a difference that tests can notice.
	NoSudo = "sudo and other set-user-id programs do not work in the sandbox"
)

// gap reports whether a word names something that confinement lacks. The
// others only tell how the run differs from a plain one.
func gap(word string) bool { return word != NoPipefail && word != NoSudo }
