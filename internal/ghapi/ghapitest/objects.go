package ghapitest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

func (c *call) getRef() answer {
	sha, err := c.repo.git(nil, "rev-parse", "--verify", "--quiet", "refs/"+c.args[0])
	if err != nil {
		return notFound()
	}
	return c.fill(http.StatusOK, c.ref("refs/"+c.args[0], sha))
}

func (c *call) ref(name, sha string) object {
	return object{"ref": name, "object": object{"sha": sha, "type": "commit"}}
}

func (c *call) createRef() answer {
	if !c.rights.Push {
		return forbidden()
	}
	var in struct{ Ref, SHA string }
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	if _, err := c.repo.git(nil, "cat-file", "-e", in.SHA+"^{commit}"); err != nil {
		return failure(http.StatusUnprocessableEntity, "Object does not exist")
	}
	// An old value of zeros demands that the ref is not there.
	if _, err := c.repo.git(nil, "update-ref", in.Ref, in.SHA, strings.Repeat("0", 40)); err != nil {
		return failure(http.StatusUnprocessableEntity, "Reference already exists")
	}
	return c.fill(http.StatusCreated, c.ref(in.Ref, in.SHA))
}

func (c *call) commit(sha string) (object, bool) {
	out, err := c.repo.git(nil, "log", "-1", "--format=%T%n%P%n%B", sha)
	if err != nil {
		return nil, false
	}
	parts := strings.SplitN(out, "\n", 3)
	parents := []object{}
	for _, p := range strings.Fields(parts[1]) {
		parents = append(parents, object{"sha": p})
	}
	return object{"sha": sha, "message": strings.TrimSpace(parts[2]), "tree": object{"sha": parts[0]}, "parents": parents}, true
}

func (c *call) getCommit() answer {
	o, ok := c.commit(c.args[0])
	if !ok {
		return notFound()
	}
	return c.fill(http.StatusOK, o)
}

func (c *call) createCommit() answer {
	if !c.rights.Push {
		return forbidden()
	}
	var in struct {
		Message, Tree string
		Parents       []string
	}
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	args := []string{"commit-tree", in.Tree}
	for _, p := range in.Parents {
		args = append(args, "-p", p)
	}
	sha, err := c.repo.git([]byte(in.Message), args...)
	if err != nil {
		return failure(http.StatusUnprocessableEntity, err.Error())
	}
	o, _ := c.commit(sha)
	return c.fill(http.StatusCreated, o)
}

func (c *call) getTree() answer {
	args := []string{"ls-tree", "-z", c.args[0]}
	if c.query.Get("recursive") != "" {
		args = append(args, "-r", "-t")
	}
	out, err := c.repo.git(nil, args...)
	if err != nil {
		return notFound()
	}
	id, err := c.repo.git(nil, "rev-parse", c.args[0]+"^{tree}")
	if err != nil {
		return notFound()
	}
	return c.fill(http.StatusOK, object{"sha": id, "truncated": false, "tree": treeEntries(out)})
}

func treeEntries(out string) []object {
	entries := []object{}
	for _, line := range strings.Split(out, "\x00") {
		info, path, ok := strings.Cut(line, "\t")
		if f := strings.Fields(info); ok && len(f) == 3 {
			entries = append(entries, object{"path": path, "mode": f[0], "type": f[1], "sha": f[2]})
		}
	}
	return entries
}

func (c *call) createTree() answer {
	if !c.rights.Push {
		return forbidden()
	}
	var in struct {
		BaseTree string `json:"base_tree"`
		Tree     []struct {
			Path, Mode, Type string
			SHA, Content     *string
		}
	}
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	if _, err := c.repo.git(nil, "read-tree", in.BaseTree); err != nil {
		return failure(http.StatusUnprocessableEntity, err.Error())
	}
	var index strings.Builder
	for _, e := range in.Tree {
		switch {
		case e.Content != nil:
			sha, err := c.repo.git([]byte(*e.Content), "hash-object", "-w", "--stdin")
			if err != nil {
				return failure(http.StatusUnprocessableEntity, err.Error())
			}
			fmt.Fprintf(&index, "%s %s\t%s\x00", e.Mode, sha, e.Path)
		case e.SHA != nil:
			fmt.Fprintf(&index, "%s %s\t%s\x00", e.Mode, *e.SHA, e.Path)
		default:
			fmt.Fprintf(&index, "0 %s\t%s\x00", strings.Repeat("0", 40), e.Path)
		}
	}
	if _, err := c.repo.git([]byte(index.String()), "update-index", "-z", "--index-info"); err != nil {
		return failure(http.StatusUnprocessableEntity, err.Error())
	}
	sha, err := c.repo.git(nil, "write-tree")
	if err != nil {
		return failure(http.StatusUnprocessableEntity, err.Error())
	}
	out, _ := c.repo.git(nil, "ls-tree", "-z", sha)
	return c.fill(http.StatusCreated, object{"sha": sha, "truncated": false, "tree": treeEntries(out)})
}

func (c *call) createBlob() answer {
	if !c.rights.Push {
		return forbidden()
	}
	var in struct{ Content, Encoding string }
	if err := json.Unmarshal(c.body, &in); err != nil {
		return failure(http.StatusBadRequest, "Problems parsing JSON")
	}
	data := []byte(in.Content)
	if in.Encoding == "base64" {
		decoded, err := base64.StdEncoding.DecodeString(in.Content)
		if err != nil {
			return failure(http.StatusUnprocessableEntity, err.Error())
		}
		data = decoded
	}
	sha, err := c.repo.git(data, "hash-object", "-w", "--stdin")
	if err != nil {
		return failure(http.StatusUnprocessableEntity, err.Error())
	}
	return c.fill(http.StatusCreated, object{"sha": sha})
}

var rawAccept = regexp.MustCompile(`application/vnd\.github\.(?:v3\.)?raw`)

func (c *call) getContent() answer {
	ref := c.query.Get("ref")
	if ref == "" {
		ref = c.repo.defaultBranch
	}
	id, err := c.repo.git(nil, "rev-parse", "--verify", "--quiet", ref+":"+c.args[0])
	if err != nil {
		return notFound()
	}
	if !rawAccept.MatchString(c.accept) {
		return failure(http.StatusNotAcceptable, "only the raw form is served here")
	}
	data, err := c.repo.gitRaw("cat-file", "blob", id)
	if err != nil {
		return notFound()
	}
	return answer{http.StatusOK, map[string]string{"Content-Type": "application/vnd.github.raw+json; charset=utf-8"}, data}
}
