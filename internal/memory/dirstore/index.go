package dirstore

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

// The index is a file of frames that is only appended to: what was extracted from a
// record's file of that name, size and time. It saves reading and decoding every
// record. Everything in it can be had from the records, so it is not flushed, needs no
// lock, and is written anew when a frame is broken or too many are out of date.
const (
	indexFile = "index"
	// indexMagic begins with the version of the form; another one is written over.
	indexMagic = "regreen index 2\n"
	// maxFrame is far above the largest entry, so that a broken length is no reason to
	// reserve memory.
	maxFrame = 1 << 20
	// staleMost is the share of frames that may be out of date, and staleFew the number
	// that never matters.
	staleMost = 0.25
	staleFew  = 100
)

func (s *Store) indexPath() string { return filepath.Join(s.state, indexFile) }

// frame is an entry that the index on the disk does not have yet.
type frame struct {
	name  string
	entry memory.Entry
}

// saveEvery bounds the entries that wait to be saved.
const saveEvery = 256

// loadIndex takes over the entries of the files that are as they were. What it leaves
// out is read from the files themselves.
func (s *Store) loadIndex(present map[string]stamp) {
	f, err := os.Open(s.indexPath())
	if err != nil {
		return
	}
	defer f.Close()
	s.catalog.Reserve(len(present))
	in := bufio.NewReaderSize(f, 1<<20)
	magic := make([]byte, len(indexMagic))
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != indexMagic {
		s.rewrite = true
		return
	}
	frames, d := 0, decoder{words: map[string]string{}}
	for {
		body, err := readFrame(in, d.buf)
		if err != nil {
			s.rewrite = s.rewrite || !errors.Is(err, io.EOF)
			break
		}
		frames++
		d.buf = body
		d.data = body
		name, at := d.string(), stamp{int64(d.uint()), int64(d.uint())}
		if _, known := s.files[name]; known || present[name] != at {
			continue
		}
		if e := d.entry(); d.ok() {
			s.keep(name, at, e)
		}
	}
	stale := frames - len(s.files)
	s.rewrite = s.rewrite || stale > staleFew && float64(stale) > staleMost*float64(frames)
}

// saveIndex appends what the index does not have yet. It is best effort: without an
// index everything works, only slower.
func (s *Store) saveIndex() {
	frames := s.unsaved
	s.unsaved = nil
	if s.mode == ReadOnly || len(frames) == 0 && !s.rewrite {
		return
	}
	if s.rewrite {
		s.rewriteIndex()
		return
	}
	f, err := os.OpenFile(s.indexPath(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	var out []byte
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		out = append(out, indexMagic...)
	}
	for _, x := range frames {
		out = s.appendFrame(out, x)
	}
	_, _ = f.Write(out)
}

// rewriteIndex begins a new index, from the records: the catalog keeps vectors and terms
// in another form. Other processes find a growing file meanwhile, which does no harm.
func (s *Store) rewriteIndex() {
	s.rewrite = false
	os.Remove(s.indexPath())
	for name, f := range s.files {
		if f.key == (memory.Key{}) {
			continue
		}
		if r, err := s.read(name); err == nil {
			s.unsaved = append(s.unsaved, frame{name, memory.EntryOf(r)})
		}
		if len(s.unsaved) >= saveEvery {
			s.saveIndex()
		}
	}
	s.saveIndex()
}

func (s *Store) appendFrame(out []byte, x frame) []byte {
	known, ok := s.files[x.name]
	if !ok {
		return out
	}
	body := appendString(nil, x.name)
	body = binary.AppendUvarint(body, uint64(known.size))
	body = binary.AppendUvarint(body, uint64(known.mtime))
	body = appendEntry(body, x.entry)
	if len(body) > maxFrame {
		return out
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(body)))
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(body, castagnoli))
	return append(out, body...)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errFrame = errors.New("broken frame")

// readFrame returns the next frame, in buf where it fits.
func readFrame(in *bufio.Reader, buf []byte) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxFrame {
		return nil, errFrame
	}
	if cap(buf) < int(n) {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if _, err := io.ReadFull(in, buf); err != nil {
		return nil, errFrame
	}
	if crc32.Checksum(buf, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, errFrame
	}
	return buf, nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendList(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, s)
	}
	return b
}

func appendVector(b []byte, v []int16) []byte {
	b = binary.AppendUvarint(b, uint64(len(v)))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return b
}

func appendEntry(b []byte, e memory.Entry) []byte {
	for _, s := range []string{e.Tenant, e.ID, e.Repo, e.Language, string(e.Visibility), string(e.Status), e.Session, e.Actor, e.RunID, e.Model} {
		b = appendString(b, s)
	}
	private := uint64(0)
	if e.Private {
		private = 1
	}
	b = binary.AppendUvarint(b, private)
	b = binary.AppendUvarint(b, uint64(e.Created))
	b = binary.AppendUvarint(b, uint64(e.TrustRank))
	for _, list := range [][]string{e.Frameworks, e.ErrorTypes, e.Exact, e.Template} {
		b = appendList(b, list)
	}
	b = binary.AppendUvarint(b, uint64(len(e.Terms)))
	for _, t := range e.Terms {
		b = binary.LittleEndian.AppendUint32(b, t.Hash)
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(t.Weight))
	}
	return appendVector(appendVector(b, e.Symptom), e.Fix)
}

// decoder reads what appendEntry wrote. After a mistake everything it returns is zero.
type decoder struct {
	data  []byte
	buf   []byte // reused from frame to frame
	bad   bool
	words map[string]string // strings that many entries share, once
}

func (d *decoder) ok() bool { return !d.bad }

func (d *decoder) take(n uint64) []byte {
	if d.bad || n > uint64(len(d.data)) {
		d.bad = true
		return nil
	}
	out := d.data[:n]
	d.data = d.data[n:]
	return out
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.data = d.data[n:]
	return v
}

func (d *decoder) string() string { return string(d.take(d.uint())) }

// shared is a string that is likely to come again.
func (d *decoder) shared() string {
	raw := d.take(d.uint())
	if s, ok := d.words[string(raw)]; ok {
		return s
	}
	s := string(raw)
	d.words[s] = s
	return s
}

func (d *decoder) list(read func() string) []string {
	n := d.uint()
	if n > uint64(len(d.data)) { // each has a byte at least
		d.bad = true
		return nil
	}
	var out []string
	for range n {
		out = append(out, read())
	}
	return out
}

func (d *decoder) vector() []int16 {
	raw := d.take(2 * min(d.uint(), maxFrame))
	if len(raw) == 0 {
		return nil
	}
	out := make([]int16, len(raw)/2)
	for i := range out {
		out[i] = int16(binary.LittleEndian.Uint16(raw[2*i:]))
	}
	return out
}

func (d *decoder) entry() memory.Entry {
	e := memory.Entry{
		Tenant: d.shared(), ID: d.string(), Repo: d.shared(), Language: d.shared(), Visibility: memory.Visibility(d.shared()),
		Status: memory.Status(d.shared()), Session: d.string(), Actor: d.shared(), RunID: d.string(), Model: d.shared(),
		Private: d.uint() == 1, Created: int64(d.uint()), TrustRank: int(d.uint()),
		Frameworks: d.list(d.shared), ErrorTypes: d.list(d.shared), Exact: d.list(d.string), Template: d.list(d.string),
	}
	raw := d.take(8 * min(d.uint(), maxFrame))
	e.Terms = make([]rank.Term, len(raw)/8)
	for i := range e.Terms {
		e.Terms[i] = rank.Term{Hash: binary.LittleEndian.Uint32(raw[8*i:]), Weight: math.Float32frombits(binary.LittleEndian.Uint32(raw[8*i+4:]))}
	}
	e.Symptom, e.Fix = d.vector(), d.vector()
	return e
}
