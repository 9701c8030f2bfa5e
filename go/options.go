package urlsift

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type setting struct{ name, value string }

type options struct {
	settings []setting
	seeded   bool
	cacheDir string
}

// An Option changes a setting of a [Filter].
type Option func(*options)

// WithThreshold drops URLs that are at least this similar to a kept one, in percent from 1 to 100. The
// default is 95.
func WithThreshold(percent float64) Option {
	return WithSetting("threshold", strconv.FormatFloat(percent, 'f', -1, 64))
}

// WithSamples keeps the first n URLs of each group. The default is 1.
func WithSamples(n int) Option { return WithSetting("keep", strconv.Itoa(n)) }

// WithSetting sets a setting by its name, as the options of the program are called: "merge-hosts" and
// "true", or "ignore-param" and "session*". A list gets one more item each time.
func WithSetting(name, value string) Option {
	return func(o *options) { o.settings = append(o.settings, setting{name, value}) }
}

// WithNotes notes what [Filter.AppendBinary] saves, about 150 bytes for each kept URL.
func WithNotes() Option { return WithSetting("notes", "true") }

// WithSeed sets the key of all hashes. By default each filter draws its own, so that nobody can prepare
// URLs that collide. The seed does not change verdicts, but saved bytes.
func WithSeed(first, second uint64) Option {
	return func(o *options) {
		o.seeded = true
		WithSetting("seed", fmt.Sprintf("%016x%016x", first, second))(o)
	}
}

// WithCacheDir keeps the compiled engine in this folder, and takes it from there. The default is the
// folder urlsift in [os.UserCacheDir]. Only the user may write there, since what it holds is executed. An
// empty name turns the cache off.
func WithCacheDir(dir string) Option { return func(o *options) { o.cacheDir = dir } }

func newOptions(opts []Option) *options {
	o := &options{}
	if dir, err := os.UserCacheDir(); err == nil {
		o.cacheDir = filepath.Join(dir, "urlsift")
	}
	for _, option := range opts {
		option(o)
	}
	if !o.seeded {
		var seed [16]byte
		rand.Read(seed[:]) // It never fails.
		WithSeed(binary.LittleEndian.Uint64(seed[:8]), binary.LittleEndian.Uint64(seed[8:]))(o)
	}
	return o
}

// text returns the settings as the module reads them.
func (o *options) text() (string, error) {
	var text strings.Builder
	for _, s := range o.settings {
		if strings.ContainsRune(s.name+s.value, 0) {
			return "", fmt.Errorf("urlsift: %q: a setting has no byte 0", s.name)
		}
		text.WriteString(s.name + "=" + s.value + "\x00")
	}
	return text.String(), nil
}
