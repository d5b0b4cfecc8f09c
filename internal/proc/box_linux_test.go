package proc

import (
	"testing"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// needLandlock skips where the kernel cannot do what the test is about.
func needLandlock(t *testing.T) {
	t.Helper()
	abi, err := ll.LandlockGetABIVersion()
	if err != nil || abi < abiScopes {
		t.Skipf("the kernel has Landlock %d, and this test needs %d (%v)", abi, abiScopes, err)
	}
}
