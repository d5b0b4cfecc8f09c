package ghapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"

	"github.com/bradleyfalzon/ghinstallation/v2"
)

// maxAnswer bounds the answer to the look-up of an installation.
const maxAnswer = 1 << 20

// appToken finds the installation of an App on a repository and gets its tokens,
// which live an hour: each use asks anew, and a new one is fetched in time (P5).
type appToken struct {
	apps *ghinstallation.AppsTransport
	api  *url.URL
	repo string

	mu           sync.Mutex
	installation *ghinstallation.Transport
}

func (a *appToken) get(ctx context.Context) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.installation == nil {
		id, err := a.find(ctx)
		if err != nil {
			return "", err
		}
		a.installation = ghinstallation.NewFromAppsTransport(a.apps, id)
		a.installation.BaseURL = a.apps.BaseURL
	}
	token, err := a.installation.Token(ctx)
	if err != nil {
		return "", fmt.Errorf("get a token for the GitHub App's installation: %w", err)
	}
	return token, nil
}

func (a *appToken) find(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, headerTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.api.JoinPath("repos", a.repo, "installation").String(), nil)
	if err != nil {
		return 0, fmt.Errorf("look for the GitHub App's installation: %w", err)
	}
	req.Header.Set("Accept", "application/vnd.github+json")
	resp, err := a.apps.RoundTrip(req)
	if err != nil {
		return 0, fmt.Errorf("look for the GitHub App's installation: %w", err)
	}
	defer resp.Body.Close() //nolint:errcheck // read only
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("look for the GitHub App's installation on %s: status %d; install the App there", a.repo, resp.StatusCode)
	}
	var found struct {
		ID int64 `json:"id"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&found); err != nil {
		return 0, fmt.Errorf("read the GitHub App's installation: %w", err)
	}
	return found.ID, nil
}
