package audit

import (
	"fmt"
)

type log struct {
	seq int64
}

func (l *log) next() string {
	l.seq++
	return fmt.Sprint(l.seq)
}
