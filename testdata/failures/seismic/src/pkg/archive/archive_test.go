package archive

import (
	"errors"
	"testing"
)

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullDiskIsReported(t *testing.T) {
	err := Save(fullDisk{}, []byte("block"))
	if err == nil {
		t.Fatal("expected an error but err is nil")
	}
}
