package qdrant_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
)

// What reaches the server has no secret in it, neither in texts nor in what is filtered by.
func TestNoSecretInThePoints(t *testing.T) {
	const canary = "hunter2-Canary"
	f := newFake()
	s := open(t, options(f.start(t)))
	line, err := json.Marshal(memorytest.New("acme", "Alpha", memorytest.Embedded, func(r *memory.Record) {
		r.Symptoms[0].Message, r.Symptoms[0].ErrorType, r.Fix.Description = "DB_PASSWORD: "+canary, "E"+canary, `{"token":"`+canary+`"}`
		r.Fix.Patch = strings.ReplaceAll(r.Fix.Patch, "\n+", "\n+\tpassword = \""+canary+"\"\n+")
		r.Origin.Actor, r.Origin.Repo, r.Fix.Paths = canary, canary, append(r.Fix.Paths, canary+"/a.go")
	}))
	if err != nil {
		t.Fatal(err)
	}
	redact, err := scrub.New([]string{canary})
	if err != nil {
		t.Fatal(err)
	}
	m := remember.Memory{Store: s, Tenant: "acme", Redact: func(s string) string { clean, _ := redact.RedactVerbatim(s); return clean }}
	if n, err := m.Import(t.Context(), bytes.NewReader(line)); n.Total() != 1 || err != nil {
		t.Fatal(n, err)
	}
	for _, p := range f.collections["fixes"].points {
		data, err := proto.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("Canary")) {
			t.Errorf("a point holds the secret: %v", p.GetPayload())
		}
	}
}
