package memory_test

import (
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func TestInMemoryConforms(t *testing.T) {
	memorytest.Suite{Open: func(*testing.T) memory.Store { return memory.NewInMemory() }}.Run(t)
}
