package qdrant

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/memory"
)

// knockTimeout bounds each look at the port.
const knockTimeout = 2 * time.Second

// Finding is one thing that Diagnose looked at.
type Finding struct {
	Check  string `json:"check"`
	OK     bool   `json:"ok"`
	Note   bool   `json:"note,omitempty"` // nothing is wrong, and something is to be known
	Detail string `json:"detail"`         // what was found, in plain words
	Remedy string `json:"remedy,omitempty"`
}

// Diagnose looks at the server and the collection step by step, without changing
// anything, and stops at the first step that the later ones stand on.
func Diagnose(ctx context.Context, o Options) []Finding {
	o.Mode = ReadOnly
	s, err := connect(o)
	if err != nil {
		return []Finding{{Check: "settings", Detail: err.Error()}}
	}
	defer s.client.Close()
	if err := s.checkVersion(ctx); err != nil {
		return []Finding{{Check: "server", Detail: err.Error(), Remedy: remedy(err)}}
	}
	found := []Finding{{Check: "server", OK: true, Detail: s.address() + " answers and is new enough"}}
	if o.Transport == Plain && o.APIKey != "" {
		found = append(found, Finding{Check: "transport", OK: loopback(o.Host), Note: true, Detail: "the key is sent without TLS", Remedy: "use qdrants:// across a network"})
	}
	info, err := s.collection(ctx)
	if errors.Is(err, ErrNoCollection) { // a memory that nothing was stored in yet
		return append(found, Finding{Check: "collection", OK: true, Note: true, Detail: fmt.Sprintf("%q does not exist yet", s.o.Collection), Remedy: remedy(err)})
	}
	if err != nil {
		return append(found, Finding{Check: "collection", Detail: err.Error(), Remedy: remedy(err)})
	}
	found = append(found, Finding{Check: "collection", OK: true, Detail: fmt.Sprintf("%q exists with %d points", s.o.Collection, info.GetPointsCount())})
	found = append(found, finding("vectors", "dimensions and distance fit the model", s.checkLayout(info)))
	missing := missingIndexes(info)
	index := Finding{Check: "indexes", OK: len(missing) == 0, Detail: "every filtered field has one"}
	if !index.OK {
		index.Detail = "no payload index on " + strings.Join(missing, ", ")
		index.Remedy = "open the memory once with a key that may write; it makes them"
	}
	return append(found, index, finding("model", "the collection belongs to "+s.o.Model, s.checkModel(ctx)))
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func finding(check, fine string, err error) Finding {
	if err == nil {
		return Finding{Check: check, OK: true, Detail: fine}
	}
	return Finding{Check: check, Detail: err.Error(), Remedy: remedy(err)}
}

// remedy says what to do about an error of this package.
func remedy(err error) string {
	switch {
	case errors.Is(err, ErrKey):
		return "check the key: --qdrant-api-key, the input of that name or QDRANT_API_KEY; a read-only one is enough for runs that only read"
	case errors.Is(err, ErrVersion):
		return fmt.Sprintf("upgrade the server to %d.%d or later, one minor version at a time", minMajor, minMinor)
	case errors.Is(err, ErrModel):
		return "export this memory and import it into a collection of its own for the new model"
	case errors.Is(err, ErrLayout):
		return "choose a collection that regreen makes itself"
	case errors.Is(err, ErrNoCollection):
		return "it is made by the first run that may write, with a key that may make collections"
	case errors.Is(err, memory.ErrReadOnly):
		return "use a key that may read this collection"
	case errors.Is(err, ErrUnreachable):
		return "check host, port, TLS and firewall"
	}
	return ""
}

// explain adds to an error of the connection what a look at the port finds: gRPC says
// the same for a closed port, the port for REST, and TLS on one side only.
func (s *Store) explain(ctx context.Context, err error) error {
	if !errors.Is(err, ErrUnreachable) {
		return err
	}
	return fmt.Errorf("%w (%s)", err, s.knock(ctx))
}

func (s *Store) knock(ctx context.Context) string {
	conn, err := dial(ctx, s.address())
	if err != nil {
		return fmt.Sprintf("nothing answers at %s", s.address())
	}
	conn.Close()
	secure, trusted := s.handshake(ctx)
	switch {
	case s.o.Transport == TLS && secure && trusted != nil:
		return fmt.Sprintf("its certificate is not trusted: %v; name the CA with qdrant-ca", trusted)
	case s.o.Transport == TLS && !secure:
		return "it does not speak TLS: use qdrant:// if the network is trusted"
	case s.o.Transport == Plain && secure:
		return "it speaks TLS: use qdrants://"
	case s.speaksHTTP1(ctx):
		return fmt.Sprintf("it is an HTTP port, as Qdrant's REST port 6333 is: gRPC is at %d by default", DefaultPort)
	}
	return "it takes connections and does not answer as Qdrant's gRPC port does"
}

func dial(ctx context.Context, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: knockTimeout}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err == nil {
		err = conn.SetDeadline(time.Now().Add(knockTimeout))
	}
	return conn, err
}

// handshake reports whether the port speaks TLS at all, and why its certificate is not
// trusted. Nothing is sent over the connection.
func (s *Store) handshake(ctx context.Context) (secure bool, untrusted error) {
	conn, err := dial(ctx, s.address())
	if err != nil {
		return false, nil
	}
	defer conn.Close()
	o := s.o
	o.Transport = TLS
	config, err := tlsConfig(o)
	if err != nil {
		return false, nil
	}
	err = tls.Client(conn, config).HandshakeContext(ctx)
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return true, err
	}
	return err == nil, nil
}

func (s *Store) speaksHTTP1(ctx context.Context) bool {
	conn, err := dial(ctx, s.address())
	if err != nil {
		return false
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", s.o.Host); err != nil {
		return false
	}
	head := make([]byte, 7)
	n, _ := conn.Read(head)
	return bytes.Equal(head[:n], []byte("HTTP/1."))
}
