// Package qdrant keeps memory in a Qdrant collection: for an organisation, from one
// node to a replicated cluster. It is the only importer of Qdrant's client.
//
// One collection holds the records of one embedding model. Tenants share it and are
// told apart by payload; Qdrant's keys cannot be limited to a tenant, so tenants that
// do not trust each other need collections of their own.
package qdrant

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/regreen/regreen/internal/memory"
)

const (
	// DefaultPort is Qdrant's port for gRPC; 6333 is the one for REST.
	DefaultPort = 6334

	// The client speaks of features by this version; older servers ignore fields that
	// they do not know, so that an insert becomes an overwrite.
	minMajor, minMinor = 1, 17
	// maxMessage lets a page of the largest records through, of which each has little
	// more than 1 MiB; gRPC stops at 4 MiB.
	maxMessage = 128 << 20
)

var (
	// ErrUnreachable says that no Qdrant answers; the error says what does.
	ErrUnreachable = errors.New("no Qdrant server answers")
	// ErrKey says that the key was refused or is missing.
	ErrKey = errors.New("key is refused by Qdrant")
	// ErrVersion refuses a server that is too old.
	ErrVersion = errors.New("server is too old")
	// ErrModel refuses a collection of another embedding model.
	ErrModel = errors.New("collection belongs to another embedding model")
	// ErrLayout refuses a collection that was not made for this.
	ErrLayout = errors.New("collection has another layout")
	// ErrNoCollection says that the collection does not exist and may not be made here.
	ErrNoCollection = errors.New("collection does not exist")
	// ErrNotStored says that a write was not confirmed.
	ErrNotStored = errors.New("write was not confirmed")
)

// Mode says what a store is opened for.
type Mode int

// The modes; the zero value reads and writes.
const (
	ReadWrite Mode = iota
	ReadOnly       // creates and writes nothing
)

// Transport says how the server is spoken to.
type Transport int

// The transports.
const (
	TLS Transport = iota
	Plain
)

// Options say where the collection is.
type Options struct {
	Host       string
	Port       int // 0 means DefaultPort
	Collection string
	Transport  Transport
	APIKey     string
	CA         []byte // PEM; nil trusts what the system trusts
	Mode       Mode
	Model      string // name of the embedding model
	Dim        int    // of its vectors
	Shards     uint32 // of a collection that is made; 0 leaves it to the server
	Replicas   uint32 // copies of each shard; 0 leaves it to the server
	Now        func() time.Time
	// Interceptors see every call, after the client's own.
	Interceptors []grpc.UnaryClientInterceptor
}

// Store is a memory.Store in a collection.
type Store struct {
	o      Options
	client *qc.Client
	gone   atomic.Bool // the last call found no server
}

// Open connects, checks the server's version and the collection's layout and model,
// and makes the collection if need be. A server that does not answer is known within
// seconds.
func Open(ctx context.Context, o Options) (*Store, error) {
	s, err := connect(o)
	if err != nil {
		return nil, fmt.Errorf("open Qdrant memory: %w", err)
	}
	if err := s.check(ctx); err != nil {
		s.client.Close()
		return nil, fmt.Errorf("open Qdrant memory %q at %s: %w", s.o.Collection, s.address(), err)
	}
	return s, nil
}

func connect(o Options) (*Store, error) {
	o.Port = cmp.Or(o.Port, DefaultPort)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Host == "" || o.Collection == "" || o.Model == "" || o.Dim <= 0 {
		return nil, errors.New("it needs a host, a collection, and the embedding model's name and dimension")
	}
	config, err := tlsConfig(o)
	if err != nil {
		return nil, err
	}
	c, err := qc.NewClient(&qc.Config{
		Host: o.Host, Port: o.Port, UseTLS: o.Transport == TLS, TLSConfig: config, PoolSize: 1,
		// The client's own check waits a minute for a dead server and then only warns.
		SkipCompatibilityCheck: true,
		GrpcOptions: []grpc.DialOption{
			// Chained: a plain interceptor would take the place of the client's own.
			grpc.WithChainUnaryInterceptor(append(slices.Clone(o.Interceptors), sendKey(o.APIKey))...),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
			grpc.WithDisableRetry(),
		},
	})
	if err != nil {
		return nil, err
	}
	return &Store{o: o, client: c}, nil
}

// sendKey adds the key to each call. The client can do so too, but then writes a line
// to the process's log where there is no TLS; Diagnose says it in its place.
func sendKey(key string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		if key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "api-key", key)
		}
		return invoke(ctx, method, req, reply, cc, opts...)
	}
}

// tlsConfig allows TLS 1.2 too, which proxies before a cluster often end at.
func tlsConfig(o Options) (*tls.Config, error) {
	if o.Transport == Plain {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: o.Host}
	if len(o.CA) > 0 {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(o.CA) {
			return nil, errors.New("the CA file holds no PEM certificate")
		}
	}
	return config, nil
}

func (s *Store) address() string { return fmt.Sprintf("%s:%d", s.o.Host, s.o.Port) }

// Close implements memory.Store.
func (s *Store) Close() error { return s.client.Close() }

// check makes sure that the server and the collection are what this package expects.
func (s *Store) check(ctx context.Context) error {
	if err := s.checkVersion(ctx); err != nil {
		return err
	}
	info, err := s.made(ctx)
	if err != nil {
		return err
	}
	if err := s.checkLayout(info); err != nil {
		return err
	}
	if err := s.ensureIndexes(ctx, info); err != nil {
		return err
	}
	return s.checkModel(ctx)
}

// createTries bounds the looks for a collection that is being made: in a cluster, one
// that another run makes at the same instant may exist and not be seen yet.
const createTries = 5

// made returns the collection, which it makes unless the store is only read.
func (s *Store) made(ctx context.Context) (*qc.CollectionInfo, error) {
	for try := 1; ; try++ {
		info, err := s.collection(ctx)
		if !errors.Is(err, ErrNoCollection) || s.o.Mode == ReadOnly || try > createTries {
			return info, err
		}
		if try > 1 {
			if err := pause(ctx, nil, try-1); err != nil {
				return nil, err
			}
		}
		if err := s.create(ctx); err != nil {
			return nil, err
		}
	}
}

func (s *Store) checkVersion(ctx context.Context) error {
	var version string
	err := s.call(ctx, probe, func(ctx context.Context) error {
		reply, err := s.client.HealthCheck(ctx)
		version = reply.GetVersion()
		return err
	})
	if err != nil {
		return s.explain(ctx, err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil || major < minMajor || major == minMajor && minor < minMinor {
		return fmt.Errorf("%w: it is version %q, needed is %d.%d or later (older ones turn conditional writes into overwrites)", ErrVersion, version, minMajor, minMinor)
	}
	return nil
}

// collection returns what the server says of the collection.
func (s *Store) collection(ctx context.Context) (*qc.CollectionInfo, error) {
	var info *qc.CollectionInfo
	err := s.call(ctx, read, func(ctx context.Context) error {
		var err error
		info, err = s.client.GetCollectionInfo(ctx, s.o.Collection)
		return err
	})
	return info, err
}

var _ memory.Store = (*Store)(nil)
