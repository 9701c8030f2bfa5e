package urlsift

import (
	"errors"
	"iter"
	"slices"
)

// A Filter decides which lines are similar to earlier ones. Several goroutines may use one; their calls
// take turns, and verdicts depend on the order of the calls. Filters are independent of each other.
type Filter struct{ shared }

// New returns a filter that knows nothing yet.
func New(opts ...Option) (*Filter, error) {
	i, err := start("create", opts)
	if err != nil {
		return nil, err
	}
	return &Filter{shared{engine: i}}, nil
}

// Load returns a filter that goes on from what [Filter.AppendBinary] has saved. The settings must be
// those of the saved filter.
func Load(saved []byte, opts ...Option) (*Filter, error) {
	f, err := New(append(slices.Clone(opts), WithNotes())...)
	if err != nil {
		return nil, err
	}
	if err := f.load(saved); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Admit decides on a line, given without its line end. One of more than 1 MiB is [NotURL]: it is not
// compared, and not copied.
//
// A filter that cannot decide any more hides nothing: after a failure, which [Filter.Err] reports, and
// after [Filter.Close], the verdict on every line is Kept.
func (f *Filter) Admit(line string) Verdict {
	f.mu.Lock()
	defer f.mu.Unlock()
	line = line[:decisive(len(line))]
	if f.err == nil {
		if f.err = f.engine.reserve(len(line)); f.err == nil {
			f.engine.memory.WriteString(f.engine.at, line)
		}
	}
	return f.decide(len(line))
}

// AdmitBytes is [Filter.Admit] for bytes, which need not be UTF-8.
func (f *Filter) AdmitBytes(line []byte) Verdict {
	f.mu.Lock()
	defer f.mu.Unlock()
	line = line[:decisive(len(line))]
	if f.err == nil {
		if f.err = f.engine.reserve(len(line)); f.err == nil {
			f.engine.memory.Write(f.engine.at, line)
		}
	}
	return f.decide(len(line))
}

// decide decides on a line that the engine has.
func (f *Filter) decide(length int) Verdict {
	if f.err != nil {
		return Kept
	}
	i := f.engine
	i.stack[0] = uint64(length)
	if f.err = i.admit.CallWithStack(background, i.stack[:]); f.err != nil {
		return Kept
	}
	return Verdict(i.stack[0])
}

// Filter returns the lines that the program would print, as they come.
func (f *Filter) Filter(lines iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range lines {
			if f.Admit(line).Printed() && !yield(line) {
				return
			}
		}
	}
}

// Shape returns the template of a URL as it reads with everything learned so far, like
// "https://example.com/user/{int}/edit". The filter learns nothing from it. It reports false for a line
// that is not a URL.
func (f *Filter) Shape(line string) (shape string, ok bool) {
	f.ask(func(i *instance) error {
		found, err := i.call("shape", line[:decisive(len(line))])
		if err != nil || found == 0 {
			return err
		}
		view, err := i.output()
		shape, ok = string(view), err == nil
		return err
	})
	return shape, ok
}

// Len returns the number of URLs that were kept, without further samples.
func (f *Filter) Len() int { return f.number("kept") }

// Clone returns a copy. From then on, the two are independent.
func (f *Filter) Clone() (*Filter, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, f.err
	}
	other, err := f.engine.clone()
	if err != nil {
		return nil, err
	}
	return &Filter{shared{engine: other}}, nil
}
