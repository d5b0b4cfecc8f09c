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

// Probe implements llm.Prober: it asks for the model's entry in the server's list,
// which costs nothing. Many servers have no such list, or not for this key, so that
// only a clear no counts: nobody answers, the key is not taken, or the server names
// the model as what it does not know.
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
	case e.Kind == llm.KindCanceled && raw == nil:
		e.Kind = llm.KindNetwork // the caller, whose context may be over, looks at that first
		return e
	case e.Kind == llm.KindNetwork && e.Status == 0:
		return e
	case e.Status == http.StatusUnauthorized, e.Code == codeNoModel && !c.azure:
		return e
	}
	return nil
}
