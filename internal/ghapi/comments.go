package ghapi

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/google/go-github/v62/github"

	"github.com/regreen/regreen/internal/publish"
)

// runnerLogin is who the runner's own token writes as.
const runnerLogin = "github-actions[bot]"

// commentCache remembers the bot's comment on a pull request between the guard,
// which reads its marker, and the end of the run, which edits it.
type commentCache struct {
	mu  sync.Mutex
	own map[int]*ownComment
}

type ownComment struct {
	id   int64 // 0 if there is none yet
	body string
}

func (c *commentCache) get(number int) *ownComment {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.own[number]
}

func (c *commentCache) put(number int, o *ownComment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.own == nil {
		c.own = map[int]*ownComment{}
	}
	c.own[number] = o
}

// Marker implements publish.Watch.
func (c *Client) Marker(ctx context.Context, number int) (publish.Marker, bool, error) {
	o, err := c.ownComment(ctx, number)
	if err != nil || o.id == 0 {
		return publish.Marker{}, false, err
	}
	m, ok := publish.ParseMarker(o.body)
	return m, ok, nil
}

// Comment implements publish.Host.
func (c *Client) Comment(ctx context.Context, number int, body string) error {
	o, err := c.ownComment(ctx, number)
	if err != nil {
		return err
	}
	if o.id != 0 && o.body == body {
		return nil // nothing new, no new text
	}
	made, err := c.write(ctx, number, o.id, body)
	if err != nil {
		return commentError(err)
	}
	c.comments.put(number, &ownComment{id: made.GetID(), body: body})
	return nil
}

func (c *Client) write(ctx context.Context, number int, id int64, body string) (*github.IssueComment, error) {
	comment := &github.IssueComment{Body: &body}
	if id == 0 {
		made, _, err := c.gh.Issues.CreateComment(ctx, c.owner, c.name, number, comment)
		return made, err
	}
	made, _, err := c.gh.Issues.EditComment(ctx, c.owner, c.name, id, comment)
	return made, err
}

func commentError(err error) error {
	switch status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusUnauthorized:
		return fmt.Errorf("write a comment: %w", publish.ErrReadOnly)
	case http.StatusUnprocessableEntity:
		if refers(err, "body") {
			return fmt.Errorf("write a comment: %w", publish.ErrTooLong)
		}
	}
	return fmt.Errorf("write a comment: %w", err)
}

// ownComment finds the bot's comment: the first whose text starts with the marker
// and whose author can be the bot. Others may quote the marker, not start with it.
func (c *Client) ownComment(ctx context.Context, number int) (*ownComment, error) {
	if o := c.comments.get(number); o != nil {
		return o, nil
	}
	o := &ownComment{}
	err := c.eachComment(ctx, number, func(m *github.IssueComment) {
		if o.id == 0 && c.mayBeOwn(m) {
			o.id, o.body = m.GetID(), m.GetBody()
		}
	})
	if err != nil {
		return nil, err
	}
	c.comments.put(number, o)
	return o, nil
}

func (c *Client) mayBeOwn(m *github.IssueComment) bool {
	marker, ok := publish.ParseMarker(m.GetBody())
	if !ok || marker.Kind != publish.KindComment || !strings.HasPrefix(m.GetBody(), "<!-- regreen:") {
		return false
	}
	switch c.kind {
	case publish.TokenRunner:
		return m.GetUser().GetLogin() == runnerLogin
	case publish.TokenApp:
		return m.GetUser().GetType() == "Bot"
	}
	return speaks(m.GetUser(), m.GetAuthorAssociation())
}

func (c *Client) eachComment(ctx context.Context, number int, do func(*github.IssueComment)) error {
	return pages(func(page int) (int, error) {
		o := &github.IssueListCommentsOptions{ListOptions: github.ListOptions{Page: page, PerPage: perPage}}
		list, resp, err := c.gh.Issues.ListComments(ctx, c.owner, c.name, number, o)
		if err != nil {
			return 0, fmt.Errorf("list the comments of pull request %d: %w", number, err)
		}
		for _, m := range list {
			do(m)
		}
		return resp.NextPage, nil
	})
}
