package app

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

// forwarder is a proxy that knows the way to one host, which stands for the loopback
// GitHub of a script.
type forwarder struct {
	server *httptest.Server
	mu     sync.Mutex
	paths  []string
}

var forwarders sync.Map // by work folder

func (f *forwarder) forward(host, to string) http.Handler {
	target, err := url.Parse(to)
	if err != nil {
		panic(err) // it is the address of a test server
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host != host {
			http.Error(w, "no way to "+r.URL.Host, http.StatusBadGateway)
			return
		}
		f.mu.Lock()
		f.paths = append(f.paths, r.URL.Path)
		f.mu.Unlock()
		proxy.ServeHTTP(w, r)
	})
}

// startProxy puts the loopback GitHub of the script behind a proxy, under a name that
// nothing else resolves.
func startProxy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: proxy HOST")
	}
	v, _ := servers.Load(ts.MkAbs("."))
	f := &forwarder{}
	f.server = httptest.NewServer(f.forward(args[0], v.(*ghapitest.Server).URL))
	ts.Defer(f.server.Close)
	forwarders.Store(ts.MkAbs("."), f)
	ts.Setenv("GITHUB_SERVER_URL", "http://"+args[0])
	ts.Setenv("GITHUB_API_URL", "http://"+args[0]+"/api/v3")
	for _, name := range []string{"HTTP_PROXY", "http_proxy"} {
		ts.Setenv(name, f.server.URL)
	}
}

// wasProxied checks that a path was asked through the proxy.
func wasProxied(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: proxied PATH")
	}
	v, _ := forwarders.Load(ts.MkAbs("."))
	f := v.(*forwarder)
	f.mu.Lock()
	defer f.mu.Unlock()
	if slices.Contains(f.paths, args[0]) == neg {
		ts.Fatalf("%s through the proxy: %v; it was asked for %q", args[0], !neg, f.paths)
	}
}
