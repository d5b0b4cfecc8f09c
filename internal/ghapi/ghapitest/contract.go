package ghapitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/errors"
	"github.com/pb33f/libopenapi/datamodel"
)

// contract is the published document: it judges requests and answers, and completes
// answers by what it demands.
type contract struct {
	raw       object
	validator validator.Validator
	mu        sync.Mutex // the validator caches
}

// outside are calls that the document's subset does not have, and which are not
// held to it.
var outside = []*regexp.Regexp{
	regexp.MustCompile(`^/repos/[^/]+/[^/]+/installation$`),
	regexp.MustCompile(`^/app/installations/\d+/access_tokens$`),
}

// loaded keeps each document once a process: building one takes a second.
var loaded sync.Map

func loadContract(path string) (*contract, error) {
	once, _ := loaded.LoadOrStore(path, sync.OnceValues(func() (*contract, error) { return readContract(path) }))
	load, ok := once.(func() (*contract, error))
	if !ok {
		return nil, fmt.Errorf("load %s: not a loader", path)
	}
	return load()
}

func readContract(path string) (*contract, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var raw object
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	closeRequests(raw)
	closed, err := json.Marshal(raw)
	if err != nil {
		return nil, err
	}
	quiet := &datamodel.DocumentConfiguration{Logger: slog.New(slog.DiscardHandler)}
	doc, err := libopenapi.NewDocumentWithConfiguration(closed, quiet)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		return nil, fmt.Errorf("read %s: %w", path, errs[0])
	}
	return &contract{raw: raw, validator: v}, nil
}

// closeRequests forbids fields that the document does not name in what is sent: a
// misspelt one would be ignored in silence by the real server.
func closeRequests(raw object) {
	for _, item := range get(raw, "paths") {
		for _, op := range asObject(item) {
			for _, media := range get(asObject(op), "requestBody", "content") {
				closeSchema(raw, asObject(media)["schema"])
			}
		}
	}
}

func closeSchema(raw object, v any) {
	s := resolve(raw, asObject(v))
	if _, open := s["additionalProperties"]; !open && s["properties"] != nil && s["allOf"] == nil {
		s["additionalProperties"] = false
	}
	for _, p := range asObject(s["properties"]) {
		closeSchema(raw, p)
	}
	if s["items"] != nil {
		closeSchema(raw, s["items"])
	}
	for _, k := range []string{"oneOf", "anyOf"} {
		for _, alternative := range asList(s[k]) {
			closeSchema(raw, alternative)
		}
	}
}

// check returns where a request or its answer leaves the document.
func (c *contract) check(r *http.Request, path string, body []byte, a answer) []string {
	for _, re := range outside {
		if re.MatchString(path) {
			return nil
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	req := request(r, path, body)
	var out []string
	if ok, errs := c.validator.ValidateHttpRequestSync(req); !ok {
		out = append(out, describe("request", r.Method, path, errs)...)
	}
	if a.status >= 500 || strings.Contains(a.header["Content-Type"], ".raw") || a.status == http.StatusGone || a.status == http.StatusTooManyRequests {
		return out // GitHub answers so to any call; the document lists these for some only
	}
	if a.status >= 400 && !c.lists(r.Method, path, a.status) {
		return out
	}
	resp := &http.Response{StatusCode: a.status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(a.body)), Request: req}
	for k, v := range a.header {
		resp.Header.Set(k, v)
	}
	if ok, errs := c.validator.ValidateHttpResponse(request(r, path, body), resp); !ok {
		out = append(out, describe("answer to", r.Method, path, errs)...)
	}
	return out
}

// lists reports whether the document has a schema for a status of an operation:
// refusals for want of rights are not listed everywhere.
func (c *contract) lists(method, path string, status int) bool {
	return asObject(c.operation(method, path)["responses"])[fmt.Sprint(status)] != nil
}

func describe(what, method, path string, errs []*errors.ValidationError) []string {
	var out []string
	for _, e := range errs {
		text := fmt.Sprintf("%s %s %s: %s: %s", what, method, path, e.Message, e.Reason)
		for _, s := range e.SchemaValidationErrors {
			text += fmt.Sprintf("; %s at %s", s.Reason, s.FieldPath)
		}
		out = append(out, text)
	}
	return out
}

// multi are the places in a path where a parameter may hold slashes; the validator
// knows no such parameters, so these are escaped for it.
var multi = regexp.MustCompile(`^(/repos/[^/]+/[^/]+/(?:git/ref/|contents/))(.+)$`)

func request(r *http.Request, path string, body []byte) *http.Request {
	if m := multi.FindStringSubmatch(path); m != nil {
		path = m[1] + strings.ReplaceAll(m[2], "/", "%2F")
	}
	u, err := url.Parse("https://api.github.com" + path)
	if err != nil {
		u = &url.URL{Scheme: "https", Host: "api.github.com", Path: path}
	}
	u.RawQuery = r.URL.RawQuery
	q := &http.Request{Method: r.Method, URL: u, Header: r.Header.Clone(), Host: u.Host, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body))}
	return q.WithContext(r.Context())
}

// operation finds the document's operation for a path.
func (c *contract) operation(method, path string) object {
	if m := multi.FindStringSubmatch(path); m != nil {
		path = m[1] + "x"
	}
	segments := strings.Split(path, "/")
	var best object
	fewest := len(segments) + 1
	for template, item := range get(c.raw, "paths") {
		if n := fits(strings.Split(template, "/"), segments); n >= 0 && n < fewest {
			if op := asObject(asObject(item)[strings.ToLower(method)]); op != nil {
				best, fewest = op, n
			}
		}
	}
	return best
}

// fits returns how many parameters a template has that fits the segments, -1 if it
// does not.
func fits(template, segments []string) int {
	if len(template) != len(segments) {
		return -1
	}
	n := 0
	for i, t := range template {
		switch {
		case strings.HasPrefix(t, "{"):
			n++
		case t != segments[i]:
			return -1
		}
	}
	return n
}

// complete adds to v what the schema of an answer demands and v lacks.
func (c *contract) complete(method, path string, status int, v any) any {
	op := c.operation(method, path)
	r := resolve(c.raw, asObject(asObject(op["responses"])[fmt.Sprint(status)]))
	schema := get(r, "content", "application/json", "schema")
	// Through JSON, so that only its own types are left.
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // objects of strings and numbers
	}
	var plain any
	if err := json.Unmarshal(data, &plain); err != nil {
		panic(err) // it was written a moment ago
	}
	return c.merge(schema, plain)
}

func (c *contract) merge(schema object, v any) any {
	schema = c.one(schema)
	switch v := v.(type) {
	case object:
		properties := asObject(schema["properties"])
		for name, value := range v {
			if p := asObject(properties[name]); p != nil {
				v[name] = c.merge(p, value)
			}
		}
		for _, name := range asList(schema["required"]) {
			key, _ := name.(string)
			if _, ok := v[key]; !ok {
				v[key] = c.generate(asObject(properties[key]), 0)
			}
		}
		return v
	case []any:
		for i := range v {
			v[i] = c.merge(asObject(schema["items"]), v[i])
		}
		return v
	}
	return v
}

// one resolves references, and takes the first of alternatives that is not null.
func (c *contract) one(schema object) object {
	schema = resolve(c.raw, schema)
	if all := asList(schema["allOf"]); len(all) > 0 {
		merged := object{"properties": object{}, "required": []any{}}
		for _, part := range all {
			p := c.one(asObject(part))
			for k, v := range asObject(p["properties"]) {
				asObject(merged["properties"])[k] = v
			}
			merged["required"] = append(asList(merged["required"]), asList(p["required"])...)
			if p["type"] != nil {
				merged["type"] = p["type"]
			}
		}
		return merged
	}
	for _, k := range []string{"oneOf", "anyOf"} {
		for _, alternative := range asList(schema[k]) {
			if a := c.one(asObject(alternative)); a["type"] != "null" && len(a) > 0 {
				return a
			}
		}
	}
	return schema
}

// maxDepth stops schemas that contain themselves.
const maxDepth = 12

// generate makes the smallest value that a schema takes.
func (c *contract) generate(schema object, depth int) any {
	nullable := schema["nullable"] == true
	schema = c.one(schema)
	if nullable || schema["nullable"] == true || depth > maxDepth {
		return nil
	}
	if values := asList(schema["enum"]); len(values) > 0 {
		return values[0]
	}
	switch schema["type"] {
	case "string":
		return sample(schema["format"])
	case "integer", "number":
		return 1
	case "boolean":
		return false
	case "array":
		return []any{}
	}
	out := object{}
	for _, name := range asList(schema["required"]) {
		key, _ := name.(string)
		out[key] = c.generate(asObject(asObject(schema["properties"])[key]), depth+1)
	}
	return out
}

func sample(format any) string {
	switch format {
	case "date-time":
		return "2026-01-02T03:04:05Z"
	case "uri":
		return "https://example.org/"
	case "email":
		return "a@example.org"
	}
	return "x"
}

func resolve(raw, schema object) object {
	for range maxDepth {
		ref, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		schema = get(raw, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return schema
}

// get walks down an object; the result is nil, which reads as empty, if it ends early.
func get(o object, keys ...string) object {
	for _, k := range keys {
		o = asObject(o[k])
	}
	return o
}

func asObject(v any) object {
	o, _ := v.(object)
	return o
}

func asList(v any) []any {
	l, _ := v.([]any)
	return l
}
