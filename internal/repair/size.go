package repair

import (
	"github.com/regreen/regreen/internal/llm"
)

// Sizes of a conversation, in tokens.
const (
	// bytesPerToken turns bytes into tokens before the server has counted any. Code
	// and logs have 3 to 4 bytes a token; the low end estimates high.
	bytesPerToken = 3
	// firstTokens bounds the first request, instructions and tools included; with the
	// frame of JSON around them it stays below 12,000.
	firstTokens = 11_500
	// runTokens is aimed at for the input of the first usualTurns requests together;
	// with the floor that each answer has, they stay below 120,000.
	runTokens  = 110_000
	usualTurns = 7
)

// size estimates the tokens of the conversation: what the server counted last, and
// the bytes since then.
type size struct {
	known int // tokens that the server counted
	bytes int // not counted yet
	base  int // bytes of instructions and tools
}

// fixed counts the part that every request carries.
func (z *size) fixed(instructions string, tools []llm.ToolSpec) {
	z.base = len(instructions)
	for _, t := range tools {
		z.base += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	z.bytes = z.base
}

func (z *size) add(it llm.Item) { z.bytes += sizeOf(it) }

// measured takes over the server's count of the last request. The answer's items
// are added by add.
func (z *size) measured(u llm.Usage) {
	if u.InputTokens > 0 {
		z.known, z.bytes = u.InputTokens, 0
	}
}

// recount starts from the bytes again.
func (z *size) recount(items []llm.Item) {
	z.known, z.bytes = 0, z.base+sizeOf(items...)
}

func (z *size) tokens() int { return z.known + (z.bytes+bytesPerToken-1)/bytesPerToken }

// sizeOf counts the bytes of items as they are sent.
func sizeOf(items ...llm.Item) int {
	n := 0
	for _, it := range items {
		switch {
		case it.Raw != nil:
			n += len(it.Raw)
		case it.Call != nil:
			n += len(it.Call.ID) + len(it.Call.Name) + len(it.Call.Arguments)
		case it.Result != nil:
			n += len(it.Result.ID) + len(it.Result.Output)
		default:
			n += len(it.Text)
		}
	}
	return n
}

// pool spreads the room that tool results have over the turns. What is added at
// turn t is paid again at each later one, so early room is dear.
type pool struct {
	left int // tokens times turns
}

// newPool leaves so much room over the first request that a usual run stays within
// runTokens and mostly repeats its prefix.
func newPool(first int) pool {
	return pool{left: max(0, min(runTokens-usualTurns*first, 4*first))}
}

// bytes is the room for the results of a turn: half of what is left, so that later
// turns have some too. tool.Box has a floor and a ceiling of its own.
func (p *pool) bytes(turn int) int {
	return p.left / 2 * bytesPerToken / max(usualTurns-turn, 1)
}

// take counts what was added at a turn.
func (p *pool) take(turn int, it llm.Item) {
	p.left = max(0, p.left-sizeOf(it)/bytesPerToken*max(usualTurns-turn, 1))
}
