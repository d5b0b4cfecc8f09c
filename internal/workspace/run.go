package workspace

import (
	"context"

	"github.com/regreen/regreen/internal/proc"
)

// Run runs a command that executes code of the checkout. It is proc.Run with
// the checkout writable, the state folder hidden, and Dir, when empty, the
// working directory.
func (w *Workspace) Run(ctx context.Context, c proc.Command) (proc.Result, error) {
	if c.Dir == "" {
		c.Dir = w.Dir()
	}
	c.Sandbox.Writable = append([]string{w.root}, c.Sandbox.Writable...)
	c.Sandbox.Hidden = append([]string{w.state}, c.Sandbox.Hidden...)
	return proc.Run(ctx, c)
}
