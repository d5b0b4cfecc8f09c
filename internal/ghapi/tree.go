package ghapi

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/google/go-github/v62/github"
)

// maxFile is the most bytes of a file that is read through the API, which serves
// up to 100 MB; a patch of lines to a larger one is no repair.
const maxFile = 20 << 20

// remoteTree is the tree of a commit, read through the API.
type remoteTree struct {
	tree
	sha string
}

// tree lists a commit's files with their modes; their contents are read as needed.
func (c *Client) tree(ctx context.Context, commit string) (remoteTree, error) {
	list, _, err := c.gh.Git.GetTree(ctx, c.owner, c.name, commit, true)
	if err != nil {
		return remoteTree{}, fmt.Errorf("list the files of %s: %w", commit, err)
	}
	modes := make(map[string]string, len(list.Entries))
	for _, e := range list.Entries {
		modes[e.GetPath()] = e.GetMode()
	}
	t := remoteTree{sha: list.GetSHA()}
	t.mode = func(path string) string {
		if m := modes[path]; m != "" || !list.GetTruncated() {
			return m
		}
		return modeFile // a list that was cut does not say; reading tells
	}
	t.read = func(path string) ([]byte, error) { return c.content(ctx, commit, path) }
	return t, nil
}

// content reads a file as it is; the JSON form leaves out files above 1 MB.
func (c *Client) content(ctx context.Context, commit, path string) ([]byte, error) {
	escaped := (&url.URL{Path: path}).EscapedPath()
	req, err := c.gh.NewRequest(http.MethodGet, fmt.Sprintf("repos/%s/%s/contents/%s?ref=%s", c.owner, c.name, escaped, commit), nil)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	req.Header.Set("Accept", "application/vnd.github.raw+json")
	resp, err := c.gh.BareDo(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	defer resp.Body.Close() //nolint:errcheck // read only
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("read %q: more than %d bytes", path, maxFile)
	}
	return data, nil
}

// entries are the changes as tree entries. Text goes along in the entry itself,
// which saves a call a file; what JSON can't carry becomes a blob first.
func (c *Client) entries(ctx context.Context, changes []change) ([]*github.TreeEntry, error) {
	var entries []*github.TreeEntry
	for _, ch := range changes {
		kind := "blob"
		if ch.mode == modeModule {
			kind = "commit"
		}
		e := &github.TreeEntry{Path: &ch.path, Mode: &ch.mode, Type: &kind}
		switch {
		case ch.data == nil: // neither content nor sha deletes
		case utf8.Valid(ch.data) && !bytes.ContainsRune(ch.data, 0):
			text := string(ch.data)
			e.Content = &text
		default:
			sha, err := c.blob(ctx, ch.data)
			if err != nil {
				return nil, err
			}
			e.SHA = &sha
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (c *Client) blob(ctx context.Context, data []byte) (string, error) {
	encoding, content := "base64", base64.StdEncoding.EncodeToString(data)
	b, _, err := c.gh.Git.CreateBlob(ctx, c.owner, c.name, &github.Blob{Content: &content, Encoding: &encoding})
	if err != nil {
		return "", writeError("create a blob", err)
	}
	return b.GetSHA(), nil
}

// lines splits what git prints.
func lines(out []byte) []string {
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
}
