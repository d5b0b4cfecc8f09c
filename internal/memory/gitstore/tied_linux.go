package gitstore

import "syscall"

// tied lets git end with this process: after a kill it would go on in the folder, which
// the next run takes for its own.
func tied() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
