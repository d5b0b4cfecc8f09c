package patch

import (
	"testing"
)

const sample = `diff --git a/x.go b/x.go
index 7e65ee4..54665fb 100644
--- a/x.go
+++ b/x.go
@@ -1,3 +1,3 @@
 a
-b
+c
 d
`

func TestParsePrintsWhatItRead(t *testing.T) {
	p, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != sample {
		t.Errorf("got:\n%s\nwant:\n%s", got, sample)
	}
}
