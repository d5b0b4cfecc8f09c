package account

import "sync"

type registry struct {
	mu     sync.Mutex
	owners map[string][]string
}

func (r *registry) register(iban, owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.owners[iban] = append(r.owners[iban], owner)
}
