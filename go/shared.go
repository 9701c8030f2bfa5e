package urlsift

import (
	"errors"
	"sync"
)

// shared is an instance that goroutines share, with its first failure.
type shared struct {
	mu     sync.Mutex
	engine *instance
	err    error
}

var errClosed = errors.New("urlsift: it is closed")

// start makes an instance with what a function of the module makes of settings.
func start(function string, opts []Option) (*instance, error) {
	o := newOptions(opts)
	text, err := o.text()
	if err != nil {
		return nil, err
	}
	engine, err := engineOf(o.cacheDir)
	if err != nil {
		return nil, err
	}
	i, err := engine.instantiate()
	if err != nil {
		return nil, err
	}
	done, err := i.call(function, text)
	if err == nil && done == 0 {
		err = i.refusal()
	}
	if err != nil {
		return nil, errors.Join(err, i.close())
	}
	return i, nil
}

// ask runs a question while no other goroutine does. A failure is final.
func (s *shared) ask(question func(*instance) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = question(s.engine)
	}
}

func (s *shared) number(function string) (number int) {
	s.ask(func(i *instance) error {
		found, err := i.get(function)
		number = int(uint32(found))
		return err
	})
	return number
}

func (s *shared) load(saved []byte) error {
	s.ask(func(i *instance) error {
		if err := i.reserve(len(saved)); err != nil {
			return err
		}
		i.memory.Write(i.at, saved)
		done, err := i.do(i.module.ExportedFunction("load"), uint64(len(saved)))
		if err == nil && done == 0 {
			err = i.refusal()
		}
		return err
	})
	return s.Err()
}

// MemoryUsage returns the bytes that it uses, approximately.
func (s *shared) MemoryUsage() int { return s.number("memory_usage") }

// AppendBinary appends everything that it knows to b: an [encoding.BinaryAppender]. A [Filter] needs
// [WithNotes] for that. The bytes are the same on every machine, and those of the packages for other
// languages.
func (s *shared) AppendBinary(b []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return b, s.err
	}
	var done uint64
	if done, s.err = s.engine.get("save"); s.err != nil {
		return b, s.err
	}
	if done == 0 {
		return b, s.engine.refusal()
	}
	view, err := s.engine.output()
	return append(b, view...), err
}

// Err returns the first failure: memory of 4 GiB was not enough, or it is closed.
func (s *shared) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Close gives the memory back.
func (s *shared) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == errClosed {
		return nil
	}
	s.err = errClosed
	return s.engine.close()
}
