package openai

import (
	"maps"
	"slices"
	"strings"
)

// feature is an option of a request that some servers refuse.
type feature string

const (
	featAsync     feature = "async tools"
	featVerbosity feature = "verbosity"
	featEffort    feature = "effort"
	featInclude   feature = "include"
	featCacheKey  feature = "prompt_cache_key"
	featStore     feature = "store"
	featStrict    feature = "strict"
	featMaxNew    feature = "max_completion_tokens" // Chat: its older name is max_tokens
)

// features is what is sent. Effort is also mapped before it is left out.
type features struct {
	off    map[feature]bool
	mapped bool // efforts at the ends of the scale go to the nearest common one
}

// featuresOf starts with all that the model is known to take.
func featuresOf(model string) features {
	f := features{off: map[feature]bool{}}
	if !strings.HasPrefix(model, "gpt-6") {
		f.off[featAsync] = true // only this family goes on while a tool runs
	}
	if strings.HasPrefix(model, "gpt-6.2") {
		f.mapped = true // these reject none and minimal
	}
	return f
}

func (f *features) on(x feature) bool { return !f.off[x] }

// effort is the effort to send, "" for none.
func (f *features) effort(want string) string {
	if f.off[featEffort] {
		return ""
	}
	if f.mapped {
		switch want {
		case "none", "minimal":
			return "low"
		case "xhigh", "max":
			return "high"
		}
	}
	return want
}

// named finds the feature that a refused parameter belongs to. Parameters are paths
// such as reasoning.effort or tools[0].function.strict.
func named(param string) (feature, bool) {
	for _, p := range []struct {
		prefix, suffix string
		feat           feature
	}{
		{"tools", "async", featAsync},
		{"tools", "strict", featStrict},
		{"reasoning", "", featEffort},
		{"text", "", featVerbosity},
		{"verbosity", "", featVerbosity},
		{"include", "", featInclude},
		{"prompt_cache", "", featCacheKey},
		{"store", "", featStore},
		{"max_completion_tokens", "", featMaxNew},
	} {
		if strings.HasPrefix(param, p.prefix) && strings.HasSuffix(param, p.suffix) {
			return p.feat, true
		}
	}
	return "", false
}

// drop leaves out what the server refused, and reports whether the next request
// will differ. A server that does not say which parameter it means gets a request
// without any option.
func (f *features) drop(param string) bool {
	if param == "" {
		return f.dropAll()
	}
	x, ok := named(param)
	switch {
	case !ok, f.off[x]:
		return false
	case x == featEffort && !f.mapped:
		f.mapped = true
	default:
		f.off[x] = true
	}
	return true
}

func (f *features) dropAll() bool {
	changed := false
	for _, x := range []feature{featAsync, featVerbosity, featEffort, featInclude, featCacheKey, featStore, featStrict, featMaxNew} {
		changed = changed || !f.off[x]
		f.off[x] = true
	}
	return changed
}

func (f *features) missing() []string {
	var out []string
	for x := range maps.Keys(f.off) {
		out = append(out, string(x))
	}
	slices.Sort(out)
	return out
}
