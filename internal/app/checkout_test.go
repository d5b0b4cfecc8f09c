package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// P8: a whole clone stays whole, and a shallow one, which has no merge base, is
// repaired all the same.
func TestDepthOfTheCheckoutP8(t *testing.T) {
	t.Parallel()
	for _, shallow := range []bool{false, true} {
		t.Run(fmt.Sprintf("shallow %v", shallow), func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			w.onTopic()
			dir := filepath.Join(w.work, "tally")
			if shallow {
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				w.git(w.work, "clone", "-q", "--depth=1", "-b", "topic", w.server.URL+"/acme/tally.git", dir)
			}
			out, _ := w.step()
			w.want(out, map[string]string{"outcome": "fixed", "delivery": "pull-request"})
			after, err := exec.Command("git", "-C", dir, "rev-parse", "--is-shallow-repository").Output()
			if err != nil || strings.TrimSpace(string(after)) != fmt.Sprint(shallow) {
				t.Errorf("shallow afterwards: %q, %v", after, err)
			}
		})
	}
}
