// Package cache keeps what was computed.
package cache

import "sync"

// Cache is safe for many.
type Cache struct {
	mu   sync.Mutex
	data map[string]int
}

// New makes an empty cache.
func New() *Cache { return &Cache{data: map[string]int{}} }

// Put keeps a value.
func (c *Cache) Put(key string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data[key] = v
}

// Once returns what is kept, or computes and keeps it.
func (c *Cache) Once(key string, compute func() int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.data[key]; ok {
		return v
	}
	v := compute()
	c.Put(key, v)
	return v
}
