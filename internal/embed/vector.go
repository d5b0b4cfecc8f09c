package embed

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// MarshalJSON writes the vector as base64 of its little-endian 32-bit floats: a
// quarter of the size of a list of numbers, and no digit is lost.
func (v Vector) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	raw := make([]byte, 4*len(v))
	for i, f := range v {
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(f))
	}
	return json.Marshal(raw)
}

// UnmarshalJSON reads what MarshalJSON wrote, and also a list of numbers.
func (v *Vector) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if bytes.HasPrefix(data, []byte("[")) {
		return json.Unmarshal(data, (*[]float32)(v))
	}
	if bytes.Equal(data, []byte("null")) {
		*v = nil
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("read vector: %w", err)
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%4 != 0 {
		return fmt.Errorf("read vector: %d characters are no base64 of 32-bit floats", len(text))
	}
	*v = make(Vector, len(raw)/4)
	for i := range *v {
		(*v)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// Normalise scales v to unit length in place and returns it; a zero vector stays zero.
func Normalise(v Vector) Vector {
	var sum float64
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	if sum == 0 {
		return v
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
	return v
}
