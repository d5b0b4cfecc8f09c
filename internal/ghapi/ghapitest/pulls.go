package ghapitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

func (c *call) pull(p *pull) object {
	merged := any(nil)
	if p.merged {
		merged = "2026-01-02T03:04:05Z"
	}
	labels := []object{}
	for i, l := range p.labels {
		labels = append(labels, object{"id": i + 1, "name": l})
	}
	owner, _, _ := strings.Cut(p.headRepo, "/")
	headRepo := c.repo.object()
	headRepo["full_name"] = p.headRepo
	return object{"number": p.number, "title": p.title, "body": p.body, "state": p.state, "draft": p.draft, "merged": p.merged, "merged_at": merged,
		"html_url": fmt.Sprintf("%s/%s/pull/%d", c.server.URL, c.repo.name, p.number), "labels": labels, "user": account(p.author, p.bot),
		"author_association": association(p),
		"head":               object{"ref": p.head, "sha": p.sha(c.repo), "label": owner + ":" + p.head, "repo": headRepo, "user": account(owner, false)},
		"base":               object{"ref": p.base, "sha": c.repo.head(p.base), "label": p.base, "repo": c.repo.object(), "user": account("x", false)}}
}

func association(p *pull) string {
	if p.bot || p.author != "alice" {
		return "NONE"
	}
	return "MEMBER"
}

func (c *call) listPulls() answer {
	state := c.query.Get("state")
	all := []object{}
	for _, p := range slices.Backward(c.repo.pulls) {
		owner, _, _ := strings.Cut(p.headRepo, "/")
		head, base := c.query.Get("head"), c.query.Get("base")
		switch {
		case state != "all" && p.state != "open" && state != p.state,
			state == "closed" && p.state == "open",
			head != "" && head != owner+":"+p.head,
			base != "" && base != p.base:
			continue
		}
		o := c.pull(p)
		delete(o, "merged") // only the single pull request has it
		all = append(all, o)
	}
	part, link := page(c, all)
	return c.fill(http.StatusOK, part).with(link)
}

func (c *call) findPull(i int) *pull {
	for _, p := range c.repo.pulls {
		if int64(p.number) == c.number(i) {
			return p
		}
	}
	return nil
}

func (c *call) getPull() answer {
	p := c.findPull(0)
	if p == nil {
		return notFound()
	}
	return c.fill(http.StatusOK, c.pull(p))
}

func (c *call) createPull() answer {
	if !c.rights.Pulls {
		return failure(http.StatusForbidden, "GitHub Actions is not permitted to create or approve pull requests.")
	}
	var in struct {
		Title, Head, Base, Body string
		Draft                   bool
	}
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	switch {
	case c.tooLong(in.Body):
		return invalid("PullRequest", "body", "body is too long (maximum is 65536 characters)")
	case c.repo.head(in.Base) == "":
		return invalid("PullRequest", "base", "invalid")
	case c.repo.head(in.Head) == "":
		return invalid("PullRequest", "head", "invalid")
	case c.repo.head(in.Head) == c.repo.head(in.Base):
		return invalid("PullRequest", "", fmt.Sprintf("No commits between %s and %s", in.Base, in.Head))
	case in.Draft && c.server.NoDrafts:
		return invalid("PullRequest", "", "Draft pull requests are not supported in this repository.")
	case slices.ContainsFunc(c.repo.pulls, func(p *pull) bool { return p.state == "open" && p.head == in.Head && p.base == in.Base }):
		return invalid("PullRequest", "", "A pull request already exists for "+in.Head+".")
	}
	p := &pull{title: in.Title, body: in.Body, state: "open", draft: in.Draft, head: in.Head, base: in.Base, headRepo: c.repo.name, author: c.rights.Login, bot: c.rights.Bot}
	c.repo.addPull(p)
	return c.fill(http.StatusCreated, c.pull(p))
}

func (c *call) tooLong(body string) bool {
	most := c.server.MaxBody
	if most == 0 {
		most = 65536
	}
	return utf8.RuneCountInString(body) > most
}

func (c *call) addLabels() answer {
	p := c.findPull(0)
	if p == nil {
		return notFound()
	}
	if !c.rights.Pulls {
		return forbidden()
	}
	var in struct{ Labels []string }
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	for _, l := range in.Labels {
		if !slices.Contains(p.labels, l) {
			p.labels = append(p.labels, l)
		}
	}
	out := []object{}
	for i, l := range p.labels {
		out = append(out, object{"id": i + 1, "name": l})
	}
	return c.fill(http.StatusOK, out)
}

func (c *call) comment(m *comment) object {
	return object{"id": m.id, "body": m.body, "user": account(m.author, m.bot), "author_association": m.association,
		"html_url": fmt.Sprintf("%s/%s/pull/%d#issuecomment-%d", c.server.URL, c.repo.name, m.number, m.id)}
}

func (c *call) listComments() answer {
	all := []object{}
	for _, m := range c.repo.comments {
		if int64(m.number) == c.number(0) {
			all = append(all, c.comment(m))
		}
	}
	part, link := page(c, all)
	return c.fill(http.StatusOK, part).with(link)
}

func (c *call) commentBody() (string, *answer) {
	var in struct{ Body string }
	if err := json.Unmarshal(c.body, &in); err != nil {
		a := failure(http.StatusBadRequest, "Problems parsing JSON")
		return "", &a
	}
	if !c.rights.Comments {
		a := forbidden()
		return "", &a
	}
	if c.tooLong(in.Body) {
		a := invalid("IssueComment", "body", "body is too long")
		return "", &a
	}
	return in.Body, nil
}

func (c *call) createComment() answer {
	body, refused := c.commentBody()
	if refused != nil {
		return *refused
	}
	if c.findPull(0) == nil {
		return notFound()
	}
	m := &comment{id: c.server.id(), number: int(c.number(0)), body: body, author: c.rights.Login, bot: c.rights.Bot, association: "NONE"}
	c.repo.comments = append(c.repo.comments, m)
	return c.fill(http.StatusCreated, c.comment(m))
}

func (c *call) editComment() answer {
	body, refused := c.commentBody()
	if refused != nil {
		return *refused
	}
	for _, m := range c.repo.comments {
		if m.id == c.number(0) {
			m.body = body
			return c.fill(http.StatusOK, c.comment(m))
		}
	}
	return notFound()
}

// search understands repo:, is:pr and head:, which is all that is asked.
func (c *call) search() answer {
	want := map[string]string{}
	for _, term := range strings.Fields(c.query.Get("q")) {
		k, v, _ := strings.Cut(term, ":")
		want[k] = v
	}
	if c.repo = c.server.repos[strings.ToLower(want["repo"])]; c.repo == nil {
		return invalid("Search", "q", "The listed users and repositories cannot be searched")
	}
	all := []object{}
	for _, p := range c.repo.pulls {
		if !strings.HasPrefix(p.head, want["head"]) {
			continue
		}
		o := c.pull(p)
		for _, k := range []string{"head", "base", "merged", "draft"} {
			delete(o, k)
		}
		o["pull_request"] = object{"merged_at": o["merged_at"]}
		delete(o, "merged_at")
		all = append(all, o)
	}
	part, link := page(c, all)
	return c.fill(http.StatusOK, object{"total_count": len(all), "incomplete_results": c.repo.incomplete, "items": part}).with(link)
}
