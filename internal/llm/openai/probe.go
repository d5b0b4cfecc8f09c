package openai

import (
	"context"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3/option"

	"github.com/regreen/regreen/internal/llm"
)

// probeTime bounds the look at the model's entry: a few hundred bytes.
const probeTime = 15 * time.Second

// codeScope is OpenAI's word for a restricted key that may ask models and not list
// them; it comes with 401 or 403.
const codeScope = "missing_scope"

// Probe implements llm.Prober: it asks for the model's entry in the server's list,
// which costs nothing. Many servers have no such list, or not for this key, or hang up
// on what they do not know, so that only a clear no counts: there is no connection, the
// key is not taken, or the server names the model as what it does not know.
func (c *Client) Probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	var raw *http.Response
	_, err := c.models.Get(ctx, c.model, option.WithResponseInto(&raw))
	if err == nil {
		return nil
	}
	e := classify(ctx, err, raw)
	switch {
	case dialing(err):
		e.Kind = llm.KindNetwork // also when the time was over: the caller looks at its context first
		return e
	case e.Code == codeScope:
		return nil
	case e.Status == http.StatusUnauthorized, e.Code == codeNoModel && !c.azure:
		return e
	}
	return nil
}

// offers are the models in the server's list, which costs nothing to read; nil where it
// has no such list. It is asked only when the model is not known, to say what is.
func (c *Client) offers(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	list, err := c.models.List(ctx)
	if err != nil || list == nil {
		return nil
	}
	var names []string
	for _, m := range list.Data {
		if m.ID != "" {
			names = append(names, m.ID)
		}
	}
	return names
}
