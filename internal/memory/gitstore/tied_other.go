//go:build !linux

package gitstore

import "syscall"

// tied is nothing where the system cannot tie a child to its parent.
func tied() *syscall.SysProcAttr { return nil }
