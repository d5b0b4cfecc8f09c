// Package infra recognises failures of the machinery around a run: the network,
// registries, disk, memory, the runner itself. No patch can mend them.
package infra

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Name of the format; it is no framework and never stands in a report.
const Name = "infra"

// sign is a text by which a fault of the machinery is known.
type sign struct {
	class string
	text  string
	also  string // stands in the line too; "" for none
}

// signs are texts that say by themselves what happened. The words of the tools are
// kept as they print them.
var signs = []sign{
	{"image-pull", "Docker pull failed with exit code", ""},
	{"image-pull", "manifest unknown", ""},
	{"image-pull", "pull access denied for ", ""},
	{"image-pull", "toomanyrequests: ", ""},
	{"image-pull", "ImagePullBackOff", ""},
	{"image-pull", "failed to resolve reference ", ""},
	{"image-pull", "Error response from daemon: Get ", ""},
	{"image-pull", "Error response from daemon: Head ", ""},
	{"image-pull", "denied: Your authorization token has expired", ""},
	{"service", "One or more containers failed to start", ""},
	{"service", "Failed to initialize container ", ""},
	{"service", "Failed to initialize, ", " service is unhealthy"},
	{"service", "Cannot connect to the Docker daemon", ""},
	{"network", "Could not resolve host", ""},
	{"network", "Temporary failure in name resolution", ""},
	{"network", "Temporary failure resolving ", ""},
	{"network", "getaddrinfo EAI_AGAIN", ""},
	{"network", "getaddrinfo ENOTFOUND", "npm "},
	{"network", "npm ERR! network", ""},
	{"network", "npm error network", ""},
	{"network", "npm error code ETIMEDOUT", ""},
	{"network", "npm error code ECONNREFUSED", ""},
	{"network", "npm ERR! code ECONNREFUSED", ""},
	{"network", "npm error code ECONNRESET", ""},
	{"network", "npm error code E50", ""},
	{"network", "npm ERR! code ETIMEDOUT", ""},
	{"network", "npm ERR! code ECONNRESET", ""},
	{"network", "npm ERR! code E50", ""},
	{"network", "dial tcp: lookup ", ""},
	{"network", "TLS handshake timeout", ""},
	{"network", ": i/o timeout", "dial tcp"},
	{"network", "Could not transfer artifact ", ""},
	{"network", "Could not GET 'http", ""},
	{"network", "Could not HEAD 'http", ""},
	{"network", "spurious network error", ""},
	{"network", "failed to download from `http", ""},
	{"network", "Failed to fetch http", ""},
	{"network", "E: Unable to fetch some archives", ""},
	{"network", "ReadTimeoutError(", ""},
	{"network", "Failed to establish a new connection", "WARNING: Retrying"},
	{"network", "curl: (6) ", ""},
	{"network", "curl: (7) ", ""},
	{"network", "curl: (28) ", ""},
	{"network", "curl: (35) ", ""},
	{"network", "curl: (56) ", ""},
	{"network", "The requested URL returned error: 5", ""},
	{"network", "503 Service Unavailable", "http"},
	{"network", "502 Bad Gateway", "http"},
	{"network", "504 Gateway", "http"},
	{"network", "Failed to download action ", ""},
	{"network", "fatal: unable to access 'http", ""},
	{"network", "RPC failed; ", "curl"},
	{"network", "Gem::RemoteFetcher::FetchError", ""},
	{"network", "Net::OpenTimeout", "rubygems"},
	{"network", "NU1301", "Unable to load the service index"},
	{"network", "npm error code EAI_AGAIN", ""},
	{"network", "npm ERR! code EAI_AGAIN", ""},
	{"network", "npm error code ENOTFOUND", ""},
	{"network", "npm ERR! code ENOTFOUND", ""},
	{"network", "npm error code ERR_SOCKET_TIMEOUT", ""},
	{"network", ": ESOCKETTIMEDOUT", "http"},
	{"network", "ERR_PNPM_META_FETCH_FAIL ", ""},
	{"network", "ERR_PNPM_FETCH_5", ""},
	{"network", "getaddrinfo ENOTFOUND ", "nodejs.org"},
	{"network", "getaddrinfo ENOTFOUND ", "registry."},
	{"network", "getaddrinfo ENOTFOUND ", "github.com"},
	{"network", "Could not get resource 'http", ""},
	{"network", "curl: (18) ", ""},
	{"network", "curl: (52) ", ""},
	{"network", "curl: (60) ", ""},
	{"network", "Recv failure: Connection reset by peer", ""},
	{"network", "fatal: the remote end hung up unexpectedly", ""},
	{"network", "fatal: early EOF", ""},
	{"network", "Client.Timeout exceeded while awaiting headers", "http"},
	{"network", "HTTPSConnectionPool(host='pypi.org'", ""},
	{"network", "error: could not download file from 'http", ""},
	{"network", "The SSL connection could not be established", "nuget"},
	{"network", "The Cypress App could not be downloaded", ""},
	{"network", "Error: Failed to download Chrom", ""},
	{"network", "Kubernetes cluster unreachable", ""},
	{"disk", "Disk quota exceeded", ""},
	{"disk", "No space left on device", ""},
	{"disk", "ENOSPC: no space left on device", ""},
	{"disk", "no space left on device", ""},
	{"disk", "There is not enough space on the disk", ""},
	{"memory", "JavaScript heap out of memory", ""},
	{"memory", "Cannot allocate memory", ""},
	{"memory", "Process completed with exit code 137", ""},
	{"memory", "Out of memory: Killed process", ""},
	{"memory", "There is insufficient memory for the Java Runtime Environment", ""},
	{"memory", "Gradle build daemon disappeared unexpectedly", ""},
	{"memory", "virtual memory exhausted", ""},
	{"memory", "fatal error: Killed signal terminated program", ""},
	{"memory", "JS heap out of memory", ""},
	{"memory", "compile: signal: killed", ""},
	{"memory", "link: signal: killed", ""},
	{"memory", "(signal: 9, SIGKILL: kill)", ""},
	{"memory", "did not complete successfully: exit code: 137", ""},
	{"runner", "lost communication with the server", ""},
	{"runner", "The runner has received a shutdown signal", ""},
	{"runner", "runner has received a shutdown signal", ""},
	{"runner", "The job was not acquired by Runner", ""},
	{"runner", "Received request to deprovision", ""},
	{"runner", "The hosted runner encountered an error", ""},
	{"runner", "No runner matching the specified labels", ""},
	{"runner", "no enabled runners online", ""},
	{"runner", "The job was not started because ", ""},
	{"runner", "Artifact storage quota has been hit", ""},
	{"runner", "Could not get lock /var/lib/", ""},
	{"runner", "Timeout waiting for emulator to boot", ""},
	{"cancelled", "ERROR: Job failed: execution took longer than", ""},
	{"cancelled", "The operation was canceled", ""},
	{"cancelled", "has exceeded the maximum execution time", ""},
	{"cancelled", "Canceling since a higher priority waiting request", ""},
	{"cancelled", "The run was canceled by", ""},
	{"cancelled", "has timed out after ", "The action"},
	{"rate-limit", "API rate limit exceeded", ""},
	{"rate-limit", "API Rate Limit Exceeded", ""},
	{"rate-limit", "npm error code E429", ""},
	{"rate-limit", "npm ERR! code E429", ""},
	{"rate-limit", "429 Too Many Requests", ""},
	{"rate-limit", "You have exceeded a secondary rate limit", ""},
	{"rate-limit", "HTTP Error 429", ""},
}

// Formats returns the one format of this package.
func Formats() []format.Format {
	triggers := make([]string, 0, len(signs))
	for _, s := range signs {
		triggers = append(triggers, s.text)
	}
	triggers = append(triggers, notFound, exit127)
	return []format.Format{{
		Name: Name, Triggers: triggers,
		New: func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// A step whose shell does not find a program ends with exit status 127. A script of the
// project that does not find one is run by a shell of its own, "sh": that may be mended.
const (
	notFound = ": command not found"
	exit127  = "Process completed with exit code 127"
)

type scanner struct {
	out     *format.Sink
	missing string // the last line that says that a program is not there
}

// maxSigns is how many are kept: the first tells what began it, and a retry loop
// repeats the same for ever.
const maxSigns = 50

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasSuffix(l.Text, notFound) && !strings.HasPrefix(l.Text, "sh: "):
		s.missing = l.Trim
	case strings.Contains(l.Text, exit127) && s.missing != "":
		s.out.Fail(format.Finding{Framework: Name, Kind: format.Infra, ErrorType: "tool", Message: s.missing, Output: s.missing, No: l.No, Step: l.Step, Weak: !l.Error})
		s.missing = ""
	}
	for _, g := range signs {
		if strings.Contains(l.Text, g.text) && strings.Contains(l.Text, g.also) && len(s.out.Findings) < maxSigns {
			s.out.Fail(format.Finding{Framework: Name, Kind: format.Infra, ErrorType: g.class, Message: l.Trim, Output: l.Text, No: l.No, Step: l.Step, Weak: !l.Error})
			return false
		}
	}
	return false
}

func (s *scanner) End() {}
