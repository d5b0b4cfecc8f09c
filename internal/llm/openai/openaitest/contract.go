package openaitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/requests"
)

// ContractsEnv names the folder of the published documents.
const ContractsEnv = "REGREEN_CONTRACTS"

// newer lists what we send and the document does not know yet: a property of a schema.
func newer() []struct{ schema, property, is string } {
	return []struct{ schema, property, is string }{
		{"FunctionTool", "async", `{"type":"boolean"}`},     // the model need not wait for the tool; in the library since v3.99
		{"FunctionToolCall", "async", `{"type":"boolean"}`}, // so marked in the answer, and sent back
	}
}

// Contract checks request bodies against the published document, in which every
// object is closed: a property that is not declared is an error.
type Contract struct {
	mu   sync.Mutex // the validator caches
	body requests.RequestBodyValidator
	base string
}

// load reads the document once for all tests: it takes about a second.
var load = sync.OnceValues(func() (*Contract, error) {
	data, err := os.ReadFile(filepath.Join(os.Getenv(ContractsEnv), "openai.openapi.json"))
	if err != nil {
		return nil, err
	}
	if data, err = closed(data); err != nil {
		return nil, err
	}
	doc, err := libopenapi.NewDocument(data)
	if err != nil {
		return nil, err
	}
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	base := ""
	if m, err := doc.BuildV3Model(); err == nil && len(m.Model.Servers) > 0 {
		base = strings.TrimRight(m.Model.Servers[0].URL, "/")
	}
	return &Contract{body: v.GetRequestBodyValidator(), base: base}, nil
})

// Load reads the document. Without ContractsEnv it skips the test.
func Load(tb testing.TB) *Contract {
	tb.Helper()
	if os.Getenv(ContractsEnv) == "" {
		tb.Skipf("%s is not set: there is no document to check against", ContractsEnv)
	}
	c, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// Check returns how a POST body to a path below /v1 breaks the document; nil if it does not.
func (c *Contract) Check(path string, body []byte) []string {
	req, err := http.NewRequest(http.MethodPost, c.base+strings.TrimPrefix(path, "/v1"), bytes.NewReader(body))
	if err != nil {
		return []string{err.Error()}
	}
	req.Header.Set("Content-Type", "application/json")
	c.mu.Lock()
	defer c.mu.Unlock()
	ok, errs := c.body.ValidateRequestBody(req)
	if ok {
		return nil
	}
	var out []string
	for _, e := range errs {
		s := e.Message + ": " + e.Reason
		for _, f := range e.SchemaValidationErrors {
			s += "\n\t" + f.FieldPath + ": " + f.Reason
		}
		out = append(out, s)
	}
	return out
}

// closer closes the object schemas of a document. A schema that others extend by
// allOf must itself stay open, so each is there twice, the second time as nameOpen.
type closer struct{ schemas map[string]any }

const open = "Open"

func closed(data []byte) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	components, _ := doc["components"].(map[string]any)
	c := closer{}
	c.schemas, _ = components["schemas"].(map[string]any)
	for _, n := range newer() {
		s, _ := c.schemas[n.schema].(map[string]any)
		props, ok := s["properties"].(map[string]any)
		if !ok || props[n.property] != nil {
			return nil, fmt.Errorf("%s.%s is no longer newer than the document", n.schema, n.property)
		}
		props[n.property] = json.RawMessage(n.is)
	}
	twice := map[string]any{}
	for name, s := range c.schemas {
		twice[name] = c.closed(s, true)
		twice[name+open] = c.closed(s, false)
	}
	components["schemas"] = twice
	return json.Marshal(doc)
}

// closed copies a schema with everything below it closed; shut closes it itself.
func (c *closer) closed(schema any, shut bool) any {
	s, ok := schema.(map[string]any)
	if !ok {
		return schema
	}
	out := map[string]any{}
	for k, v := range s {
		out[k] = c.keyword(k, v, s, shut)
	}
	delete(out, "nullable") // a word of 3.0 that 3.1 does not have
	delete(out, "discriminator")
	if ref, ok := s["$ref"].(string); ok && !shut {
		out["$ref"] = ref + open
	}
	if _, has := s["additionalProperties"]; shut && !has && (s["properties"] != nil || s["allOf"] != nil) {
		out["unevaluatedProperties"] = false
	}
	return out
}

// keyword closes what stands below one keyword of schema s.
func (c *closer) keyword(k string, v any, s map[string]any, shut bool) any {
	switch k {
	case "properties":
		props, _ := v.(map[string]any)
		out := map[string]any{}
		for name, p := range props {
			out[name] = c.closed(p, true)
		}
		return out
	case "items":
		return c.closed(v, true)
	case "allOf", "anyOf", "oneOf":
		list, _ := v.([]any)
		var out []any
		for _, m := range list {
			out = append(out, c.closed(m, shut && k != "allOf" && s["properties"] == nil))
		}
		return out
	}
	return v
}
