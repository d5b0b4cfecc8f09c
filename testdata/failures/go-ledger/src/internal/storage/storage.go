package storage

type store interface {
	Load(id string) ([]byte, error)
	Save(id string, data []byte) error
	Close() error
}

type memory map[string][]byte

func (m memory) Load(id string) ([]byte, error) { return m[id], nil }

func (m memory) Save(id string, data []byte) error {
	m[id] = data
	return nil
}

var stores = []store{memory{}}
