package logdir

import (
	"os"
	"testing"
)

func expect(t *testing.T, got, wanted string) {
	t.Helper()
	if got != wanted {
		t.Fatalf("expected %s but it is %s", wanted, got)
	}
}

func TestConfiguredFolder(t *testing.T) {
	if err := os.Setenv("STATIOND_LOGS", "/srv/seis"); err != nil {
		t.Fatal(err)
	}
	expect(t, Path("BER"), "/srv/seis/BER.log")
}

func TestUsualFolder(t *testing.T) {
	expect(t, Path("BER"), "/var/log/stationd/BER.log")
}
