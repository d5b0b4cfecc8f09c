//go:build unix

package joblog_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/regreen/regreen/internal/joblog"
)

// TestFilesOpenNoPipe: what the code under repair left in place of a result file must
// not hold the run up.
func TestFilesOpenNoPipe(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(root, "junit.xml"), 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	for _, pattern := range []string{"junit.xml", "*.xml", filepath.Join(root, "junit.xml")} {
		if _, _, err := joblog.Files(root, []string{pattern}, joblog.Limits{}); err == nil {
			t.Errorf("%s: a named pipe was opened", pattern)
		}
	}
}
