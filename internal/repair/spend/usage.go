package spend

// Usage is what requests took.
type Usage struct {
	Requests   int     `json:"requests"` // sent, retries that may have been billed among them
	ToolCalls  int     `json:"tool_calls"`
	Retries    int     `json:"retries"`
	Input      int     `json:"input_tokens"` // cached ones among them
	Cached     int     `json:"cached_tokens"`
	CacheWrite int     `json:"cache_write_tokens"`
	Output     int     `json:"output_tokens"` // reasoning among them
	Reasoning  int     `json:"reasoning_tokens"`
	CostUSD    float64 `json:"cost_usd"`    // with the worst case for retries that may have been billed
	PriceKnown bool    `json:"price_known"` // false: CostUSD leaves out what has no known price
	Estimated  bool    `json:"estimated"`   // the server gave no token counts for some request
}

// Tokens is the sum of input and output.
func (u Usage) Tokens() int { return u.Input + u.Output }

// Add returns the sum of two usages; the price is known only if both know it.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Requests: u.Requests + v.Requests, ToolCalls: u.ToolCalls + v.ToolCalls, Retries: u.Retries + v.Retries,
		Input: u.Input + v.Input, Cached: u.Cached + v.Cached, CacheWrite: u.CacheWrite + v.CacheWrite,
		Output: u.Output + v.Output, Reasoning: u.Reasoning + v.Reasoning, CostUSD: u.CostUSD + v.CostUSD,
		PriceKnown: u.PriceKnown && v.PriceKnown, Estimated: u.Estimated || v.Estimated,
	}
}

// Minus is what was used between two states of a budget.
func (u Usage) Minus(v Usage) Usage {
	return Usage{
		Requests: u.Requests - v.Requests, ToolCalls: u.ToolCalls - v.ToolCalls, Retries: u.Retries - v.Retries,
		Input: u.Input - v.Input, Cached: u.Cached - v.Cached, CacheWrite: u.CacheWrite - v.CacheWrite,
		Output: u.Output - v.Output, Reasoning: u.Reasoning - v.Reasoning, CostUSD: u.CostUSD - v.CostUSD,
		PriceKnown: u.PriceKnown, Estimated: u.Estimated,
	}
}
