package qdrant_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/qdrant"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/recall/labelled"
)

func options(port int, changes ...func(*qdrant.Options)) qdrant.Options {
	o := qdrant.Options{
		Host: "127.0.0.1", Port: port, Collection: "fixes", Transport: qdrant.Plain,
		Model: embed.Lexical{}.Name(), Dim: embed.Lexical{}.Dim(),
	}
	for _, c := range changes {
		c(&o)
	}
	return o
}

func open(t *testing.T, o qdrant.Options) *qdrant.Store {
	t.Helper()
	s, err := qdrant.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func suite(fresh func(t *testing.T) qdrant.Options) memorytest.Suite {
	used := map[memory.Store]qdrant.Options{}
	again := func(t *testing.T, o qdrant.Options) memory.Store {
		s := open(t, o)
		used[s] = o
		return s
	}
	return memorytest.Suite{
		Open:  func(t *testing.T) memory.Store { return again(t, fresh(t)) },
		Again: func(t *testing.T, s memory.Store) memory.Store { return again(t, used[s]) },
	}
}

func TestConforms(t *testing.T) {
	suite(func(t *testing.T) qdrant.Options { return options(newFake().start(t)) }).Run(t)
}

// TestConformsOnServer runs against a real server, named as URL:
// qdrant://HOST:6334 with the key in REGREEN_TEST_QDRANT_KEY. Its collections are
// made with strict mode if that is the server's default.
func TestConformsOnServer(t *testing.T) {
	on := server(t)
	suite(func(t *testing.T) qdrant.Options {
		o := on()
		strict(t, o)
		return o
	}).Run(t)
}

// server returns what makes options for a new collection on the real server.
func server(t testing.TB) func(...func(*qdrant.Options)) qdrant.Options {
	t.Helper()
	name := os.Getenv("REGREEN_TEST_QDRANT")
	if name == "" {
		t.Skip("REGREEN_TEST_QDRANT names no Qdrant server")
	}
	if !strings.Contains(name, "://") {
		name = "qdrant://" + name
	}
	u, err := url.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(u.Port())
	return func(changes ...func(*qdrant.Options)) qdrant.Options {
		return options(port, append(changes, func(o *qdrant.Options) {
			o.Host, o.APIKey, o.Collection = u.Hostname(), os.Getenv("REGREEN_TEST_QDRANT_KEY"), "regreen-test-"+uuid.NewString()
			if u.Scheme == "qdrants" {
				o.Transport = qdrant.TLS
			}
		})...)
	}
}

// strict turns strict mode on for the collection once it exists, and removes it at the end.
func strict(t *testing.T, o qdrant.Options) {
	t.Helper()
	c := raw(t, o)
	open(t, o)
	err := c.UpdateCollection(t.Context(), &qc.UpdateCollection{CollectionName: o.Collection, StrictModeConfig: &qc.StrictModeConfig{
		Enabled: qc.PtrOf(true), UnindexedFilteringRetrieve: qc.PtrOf(false), UnindexedFilteringUpdate: qc.PtrOf(false),
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.DeleteCollection(context.Background(), o.Collection)
		c.Close()
	})
}

// The labelled set of recall gives the same first match in both stores.
func TestRanksLikeTheEmbeddedIndex(t *testing.T) {
	port := newFake().start(t)
	ranksAlike(t, func(changes ...func(*qdrant.Options)) qdrant.Options { return options(port, changes...) })
}

func TestRanksLikeTheEmbeddedIndexOnServer(t *testing.T) {
	on := server(t)
	ranksAlike(t, func(changes ...func(*qdrant.Options)) qdrant.Options {
		o := on(changes...)
		strict(t, o)
		return o
	})
}

func ranksAlike(t *testing.T, on func(...func(*qdrant.Options)) qdrant.Options) {
	t.Helper()
	set, err := labelled.Own()
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := labelled.NewKept(set)
	if err != nil {
		t.Fatal(err)
	}
	server, embedded := open(t, on(func(o *qdrant.Options) { o.Model, o.Dim = vectors.Name(), vectors.Dim() })), memory.NewInMemory()
	for _, item := range set.Items {
		r, err := recall.Vectorise(t.Context(), vectors, item.Record())
		if err := errors.Join(err, server.Put(t.Context(), r), embedded.Put(t.Context(), r)); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range set.Queries {
		ask := memory.Query{Tenant: labelled.Tenant, Exact: q.Failure.Signature.Exact, Template: q.Failure.Signature.Template, Text: q.Failure.Signature.Text, Limit: 5, Model: vectors.Name()}
		v, err := vectors.Embed(t.Context(), []string{ask.Text})
		if err != nil {
			t.Fatal(err)
		}
		for _, ask.Vector = range []embed.Vector{v[0], nil} {
			a, err := server.Search(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			b, err := embedded.Search(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			// Where nothing fits, many documents tie, and servers break ties as they like.
			if len(a) != len(b) || q.Class != labelled.None && a[0].Record.ID != b[0].Record.ID {
				t.Errorf("query %s: the stores disagree about the first match", q.ID)
			}
		}
	}
}

func TestSearchIsOneRoundTrip(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	f.calls = map[string]int{}
	q := memorytest.Ask("acme", r.Symptoms[0].Signature.Text)
	q.Exact, q.Template = r.Symptoms[0].Signature.Exact, r.Symptoms[0].Signature.Template
	if m, err := s.Search(t.Context(), q); len(m) != 1 || err != nil {
		t.Fatalf("search: %v, %v", m, err)
	}
	if len(f.calls) != 1 || f.calls["QueryBatch"] != 1 {
		t.Errorf("calls: %v", f.calls)
	}
}

func TestLayout(t *testing.T) {
	f := newFake()
	open(t, options(f.start(t)))
	c := f.collections["fixes"]
	if !c.indexes["tenant"].GetParams().GetKeywordIndexParams().GetIsTenant() {
		t.Error("the tenant's index has no tenant flag")
	}
	for _, name := range []string{"symptom", "fix"} {
		if v := c.vectors[name]; v.GetDistance() != qc.Distance_Cosine || int(v.GetSize()) != (embed.Lexical{}).Dim() {
			t.Errorf("vector %s is %v", name, v)
		}
	}
	if c.terms["terms"].GetModifier() != qc.Modifier_Idf {
		t.Error("terms have no idf")
	}
}

func TestRefusals(t *testing.T) {
	f := newFake()
	f.key, f.readOnlyKey = "secret", "reader"
	port := f.start(t)
	keyed := func(key string) func(*qdrant.Options) { return func(o *qdrant.Options) { o.APIKey = key } }
	readOnly := func(o *qdrant.Options) { o.Mode = qdrant.ReadOnly }
	check := func(name string, want error, changes ...func(*qdrant.Options)) {
		t.Helper()
		_, err := qdrant.Open(t.Context(), options(port, changes...))
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	check("no key", qdrant.ErrKey)
	check("wrong key", qdrant.ErrKey, keyed("guess"))
	check("read-only and no collection", qdrant.ErrNoCollection, keyed("reader"), readOnly)
	check("a key that may not make it", memory.ErrReadOnly, keyed("reader"))
	open(t, options(port, keyed("secret")))
	check("another model", qdrant.ErrModel, keyed("secret"), func(o *qdrant.Options) { o.Model = "other" })
	check("another dimension", qdrant.ErrModel, keyed("secret"), func(o *qdrant.Options) { o.Dim = 383 })
	reader := open(t, options(port, keyed("reader"), readOnly))
	if err := reader.Put(t.Context(), memorytest.New("acme", "Alpha")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("put in a read-only store: %v", err)
	}
	writer := open(t, options(port, keyed("reader"))) // nothing to make: only the write is refused
	if err := writer.Put(t.Context(), memorytest.New("acme", "Alpha")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("put with a read-only key: %v", err)
	}
	f.collections["foreign"] = &collection{}
	check("foreign collection", qdrant.ErrLayout, keyed("secret"), func(o *qdrant.Options) { o.Collection = "foreign" })
	delete(f.collections["fixes"].indexes, "status")
	check("index missing, read-only", qdrant.ErrLayout, keyed("reader"), readOnly)
	open(t, options(port, keyed("secret")))
	if f.collections["fixes"].indexes["status"] == nil {
		t.Error("a missing index is not made")
	}
	f.version = "1.16.2"
	check("old server", qdrant.ErrVersion, keyed("secret"))
}

// An index of another type, or one that orders nothing, is none: it is told of, and made
// anew by a run that may write.
func TestIndexOfAnotherType(t *testing.T) {
	for field, wrong := range map[string]*qc.PayloadSchemaInfo{
		"tenant":  {DataType: qc.PayloadSchemaType_Text},
		"private": {DataType: qc.PayloadSchemaType_Keyword},
		"created": {DataType: qc.PayloadSchemaType_Integer, Params: qc.NewPayloadIndexParamsInt(&qc.IntegerIndexParams{Lookup: qc.PtrOf(true), Range: qc.PtrOf(false)})},
	} {
		f := newFake()
		port := f.start(t)
		open(t, options(port))
		f.collections["fixes"].indexes[field] = wrong
		if x := qdrant.Diagnose(t.Context(), options(port))[3]; x.OK || !strings.Contains(x.Detail, field) {
			t.Errorf("%s: %+v", field, x)
		}
		s := open(t, options(port))
		r := memorytest.New("acme", "Alpha", memorytest.Embedded)
		if err := s.Put(t.Context(), r); err != nil {
			t.Errorf("%s: put: %v", field, err)
		}
		if page, err := s.List(t.Context(), "acme", "", 10); err != nil || len(page.Records) != 1 {
			t.Errorf("%s: list: %d, %v", field, len(page.Records), err)
		}
		q := memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact, Filter: memory.Filter{Public: true}}
		if m, err := s.Search(t.Context(), q); err != nil || len(m) != 1 {
			t.Errorf("%s: search: %d, %v", field, len(m), err)
		}
	}
}

func TestMissingIndexIsRefusedByStrictMode(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	delete(f.collections["fixes"].indexes, "tenant")
	if _, err := s.Search(t.Context(), memorytest.Ask("acme", "text")); status.Code(errors.Unwrap(err)) != codes.InvalidArgument {
		t.Errorf("search: %v; does the fake still check?", err)
	}
}

func TestDeadServerIsKnownSoon(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	_, err = qdrant.Open(ctx, options(port))
	if !errors.Is(err, qdrant.ErrUnreachable) || !strings.Contains(err.Error(), "nothing answers") {
		t.Errorf("closed port: %v", err)
	}
}

// gRPC answers alike to a closed port, the REST port and TLS on one side: the error
// says in plain words which it is.
func TestWrongPorts(t *testing.T) {
	rest := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(rest.Close)
	_, err := qdrant.Open(t.Context(), options(rest.Listener.Addr().(*net.TCPAddr).Port))
	if !errors.Is(err, qdrant.ErrUnreachable) || !strings.Contains(err.Error(), "REST port 6333") {
		t.Errorf("REST port: %v", err)
	}
	certificate, ca := certify(t)
	secure := newFake().start(t, grpc.Creds(credentials.NewServerTLSFromCert(&certificate)))
	_, err = qdrant.Open(t.Context(), options(secure))
	if !errors.Is(err, qdrant.ErrUnreachable) || !strings.Contains(err.Error(), "use qdrants://") {
		t.Errorf("plain to a TLS port: %v", err)
	}
	tlsOn := func(o *qdrant.Options) { o.Transport = qdrant.TLS }
	_, err = qdrant.Open(t.Context(), options(secure, tlsOn))
	if !errors.Is(err, qdrant.ErrUnreachable) || !strings.Contains(err.Error(), "qdrant-ca") {
		t.Errorf("unknown CA: %v", err)
	}
	open(t, options(secure, tlsOn, func(o *qdrant.Options) { o.CA = ca }))
	_, err = qdrant.Open(t.Context(), options(newFake().start(t), tlsOn))
	if !errors.Is(err, qdrant.ErrUnreachable) || !strings.Contains(err.Error(), "does not speak TLS") {
		t.Errorf("TLS to a plain port: %v", err)
	}
	if _, err := qdrant.Open(t.Context(), options(secure, tlsOn, func(o *qdrant.Options) { o.CA = []byte("no PEM") })); err == nil {
		t.Error("a CA file without a certificate is taken")
	}
}

func certify(t *testing.T) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func TestRetries(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	left := 1
	f.mu.Lock()
	f.fail = func(string) error {
		if left--; left >= 0 {
			return status.Error(codes.Unavailable, "restarting")
		}
		return nil
	}
	f.mu.Unlock()
	if _, err := s.Search(t.Context(), memorytest.Ask("acme", "text")); err != nil {
		t.Errorf("search over a restart: %v", err)
	}
	left = 1000
	if _, err := s.Search(t.Context(), memorytest.Ask("acme", "text")); !errors.Is(err, qdrant.ErrUnreachable) {
		t.Errorf("search of a dead server: %v", err)
	}
	if got := f.calls["QueryBatch"]; got > 6 {
		t.Errorf("it was asked %d times", got)
	}
}

// A server that went away in the middle of a run is asked once by each call after the
// first, until it is back.
func TestServerThatWentAwayIsNotWaitedFor(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	set := func(fail func(string) error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.fail = fail
	}
	away := func(string) error { return status.Error(codes.Unavailable, "away") }
	calls := func(want error) int {
		t.Helper()
		f.mu.Lock()
		before := f.calls["QueryBatch"]
		f.mu.Unlock()
		if _, err := s.Search(t.Context(), memorytest.Ask("acme", "text")); !errors.Is(err, want) {
			t.Errorf("search: %v, want %v", err, want)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.calls["QueryBatch"] - before
	}
	set(away)
	first, second := calls(qdrant.ErrUnreachable), calls(qdrant.ErrUnreachable)
	set(nil)
	back := calls(nil)
	set(away)
	if again := calls(qdrant.ErrUnreachable); first != 2 || second != 1 || back != 1 || again != 2 {
		t.Errorf("tries: %d, then %d, back %d, again %d", first, second, back, again)
	}
}

// One that hangs is asked whether it lives before it is waited for again.
func TestServerThatHangsIsNotWaitedForAgain(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	slow := status.Error(codes.DeadlineExceeded, "too slow")
	f.mu.Lock()
	f.fail = func(method string) error {
		if method == "HealthCheck" {
			return status.Error(codes.Unavailable, "hangs")
		}
		return slow
	}
	f.mu.Unlock()
	_, err := s.Search(t.Context(), memorytest.Ask("acme", "text"))
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := f.calls["QueryBatch"]; !errors.Is(err, qdrant.ErrUnreachable) || n != 1 {
		t.Errorf("%v after %d tries", err, n)
	}
}

func TestRateLimit(t *testing.T) {
	f := newFake()
	limited := 0
	limit := func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if limited < 1 && strings.HasSuffix(info.FullMethod, "QueryBatch") {
			limited++
			grpc.SetTrailer(ctx, metadata.Pairs("retry-after", "0"))
			return nil, status.Error(codes.ResourceExhausted, "rate limit")
		}
		return next(ctx, req)
	}
	s := open(t, options(f.start(t, grpc.ChainUnaryInterceptor(limit))))
	if _, err := s.Search(t.Context(), memorytest.Ask("acme", "text")); err != nil || limited != 1 {
		t.Errorf("search over a rate limit: %v", err)
	}
}

// What was only acknowledged may still fail: it is not stored.
func TestAcknowledgedIsNotStored(t *testing.T) {
	f := newFake()
	port := f.start(t)
	open(t, options(port))
	unwaited := func(o *qdrant.Options) {
		o.Interceptors = []grpc.UnaryClientInterceptor{func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			if u, ok := req.(*qc.UpsertPoints); ok {
				u.Wait = nil
			}
			return invoke(ctx, method, req, reply, cc, opts...)
		}}
	}
	s := open(t, options(port, unwaited))
	if err := s.Put(t.Context(), memorytest.New("acme", "Alpha")); !errors.Is(err, qdrant.ErrNotStored) {
		t.Errorf("put: %v, want ErrNotStored", err)
	}
}

// The caller's interceptors must not take the place of the one that sends the key.
func TestInterceptorsKeepTheKey(t *testing.T) {
	f := newFake()
	f.key = "secret"
	seen := 0
	open(t, options(f.start(t), func(o *qdrant.Options) {
		o.APIKey = "secret"
		o.Interceptors = []grpc.UnaryClientInterceptor{func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			seen++
			return invoke(ctx, method, req, reply, cc, opts...)
		}}
	}))
	if seen == 0 {
		t.Error("the interceptor saw no call")
	}
}

func TestForeignPointsAreLeftOut(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	good, future := memorytest.New("acme", "Alpha", memorytest.Embedded), memorytest.New("acme", "Beta", memorytest.Embedded)
	for _, r := range []memory.Record{good, future} {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range f.collections["fixes"].points {
		if p.Payload["record_id"].GetStringValue() == future.ID {
			p.Payload["record"] = qc.NewValueString(`{"schema":99}`)
		}
	}
	m, err := s.Search(t.Context(), memorytest.Ask("acme", "panic index out of range"))
	if err != nil || len(m) != 1 || m[0].Record.ID != good.ID {
		t.Errorf("search: %d matches, %v", len(m), err)
	}
	if err := s.Put(t.Context(), future); err == nil {
		t.Error("a record of a later version is written over")
	}
}

func TestDiagnose(t *testing.T) {
	f := newFake()
	port := f.start(t)
	last := func(o qdrant.Options) qdrant.Finding {
		found := qdrant.Diagnose(t.Context(), o)
		return found[len(found)-1]
	}
	if x := last(options(port)); !x.OK || !x.Note || x.Check != "collection" || x.Remedy == "" {
		t.Errorf("no collection: %+v", x)
	}
	if len(f.collections) != 0 {
		t.Error("looking made a collection")
	}
	open(t, options(port))
	for _, x := range qdrant.Diagnose(t.Context(), options(port)) {
		if !x.OK {
			t.Errorf("a healthy server: %+v", x)
		}
	}
	if x := last(options(port, func(o *qdrant.Options) { o.Model = "other" })); x.OK || !strings.Contains(x.Remedy, "export") {
		t.Errorf("another model: %+v", x)
	}
	delete(f.collections["fixes"].indexes, "repo")
	found := qdrant.Diagnose(t.Context(), options(port))
	if x := found[3]; x.OK || !strings.Contains(x.Detail, "repo") {
		t.Errorf("a missing index: %+v", x)
	}
	if x := last(options(1)); x.OK || !strings.Contains(x.Detail, "nothing answers") {
		t.Errorf("a closed port: %+v", x)
	}
}
