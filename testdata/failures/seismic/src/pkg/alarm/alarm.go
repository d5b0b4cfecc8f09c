// Package alarm wakes those on duty.
package alarm

import "context"

// Pager reaches people.
type Pager interface {
	Page(ctx context.Context, who, text string) error
	Acknowledged(ctx context.Context, id string) (bool, error)
}

// Duty pages all of a list, until somebody can be reached.
func Duty(ctx context.Context, p Pager, who []string, text string) (reached string, err error) {
	for _, w := range who {
		if err = p.Page(ctx, w, text); err == nil {
			return w, nil
		}
	}
	return "", err
}
