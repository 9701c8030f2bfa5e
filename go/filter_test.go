package urlsift

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func open(t *testing.T, opts ...Option) *Filter {
	t.Helper()
	f, err := New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestOptions(t *testing.T) {
	type option struct {
		opts []Option
		want int
	}
	cases := []option{
		{nil, 2},
		{[]Option{WithThreshold(100)}, 2},
		{[]Option{WithSetting("literal", "true")}, 4},
		{[]Option{WithSetting("not-ext", "html"), WithSetting("not-ext", "php")}, 1},
		{[]Option{WithSamples(2)}, 3},
		{[]Option{WithSeed(1, 2)}, 2},
	}
	// The race detector makes it slow to compile without a cache.
	if !testing.Short() {
		cases = append(cases, option{[]Option{WithCacheDir("")}, 2}, option{[]Option{WithCacheDir(t.TempDir())}, 2})
	}
	for at, c := range cases {
		f := open(t, c.opts...)
		lines := []string{"https://example.com/user/1", "https://example.com/user/2", "https://example.com/user/3", "https://example.com/login.php"}
		if got := slices.Collect(f.Filter(slices.Values(lines))); len(got) != c.want {
			t.Errorf("%d of %d: %q", c.want, at, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		option Option
		want   string
	}{
		{WithThreshold(0), "urlsift: threshold: must be a number from 1 to 100"},
		{WithSetting("treshold", "80"), `urlsift: no setting is called "treshold"`},
		{WithSetting("protect", "a\x00b"), "a setting has no byte 0"},
	} {
		if _, err := New(c.option); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
}

// Whoever calls, each line is decided once.
func TestGoroutines(t *testing.T) {
	f := open(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	printed := 0
	for range 8 {
		group.Go(func() {
			for _, host := range strings.Split(strings.Repeat("abcdefgh", 40), "") {
				line := "https://" + host + ".example/user/1"
				f.Shape(line)
				if f.AdmitBytes([]byte(line)).Printed() {
					mu.Lock()
					printed++
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if printed != 8 || f.Len() != 8 || f.Err() != nil {
		t.Errorf("%d printed, %d kept, %v", printed, f.Len(), f.Err())
	}
}

func TestCloneGoesItsOwnWay(t *testing.T) {
	f := open(t, WithNotes(), WithSeed(1, 2))
	for number := range 5000 {
		f.Admit("https://example.com/" + strings.Repeat("x", number%90) + "/edit")
	}
	other, err := f.Clone()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	first, _ := f.AppendBinary(nil)
	second, _ := other.AppendBinary([]byte("behind "))
	if string(second) != "behind "+string(first) {
		t.Error("a copy saves other bytes")
	}
	if got := other.Admit("https://b.example/"); got != Kept {
		t.Error(got)
	}
	if f.Len()+1 != other.Len() || f.Admit("https://b.example/") != Kept {
		t.Error("they are not independent")
	}
}

func TestLoad(t *testing.T) {
	f := open(t, WithNotes(), WithThreshold(90))
	f.Admit("https://example.com/user/1")
	saved, err := f.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	later, err := Load(saved, WithThreshold(90))
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	if got := later.Admit("https://example.com/user/2"); got != Similar {
		t.Error(got)
	}
	if _, err := Load(saved); err == nil || !strings.Contains(err.Error(), "settings") {
		t.Error(err)
	}
	if _, err := Load(saved[1:]); err == nil {
		t.Error("damaged bytes are loaded")
	}
	if _, err := open(t).AppendBinary(nil); err == nil || !strings.Contains(err.Error(), "notes") {
		t.Error(err)
	}
}

// A filter that cannot decide hides nothing.
func TestAfterClose(t *testing.T) {
	f := open(t)
	f.Admit("https://example.com/user/1")
	f.Close()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if got := f.Admit("https://example.com/user/2"); got != Kept || f.Err() == nil || f.Len() != 0 {
		t.Error(got, f.Err())
	}
	if _, err := f.Clone(); err == nil {
		t.Error("it was cloned")
	}
}

// A line of more than 1 MiB is printed, is not compared, and leaves no memory behind.
func TestLongLines(t *testing.T) {
	f := open(t)
	long := "https://example.com/" + strings.Repeat("a", 200<<20)
	before := f.engine.memory.Size()
	for range 2 {
		if got := f.Admit(long); got != NotURL {
			t.Error(got)
		}
		if got := f.AdmitBytes([]byte(long)[:2<<20]); got != NotURL {
			t.Error(got)
		}
	}
	if _, ok := f.Shape(long); ok {
		t.Error("it has a shape")
	}
	if grown := f.engine.memory.Size() - before; grown > 16<<20 {
		t.Error(grown)
	}
	if got := f.Admit(long[:1<<20]); got != Kept {
		t.Error(got)
	}
}

// Options belong to their caller, also if the slice has room for more.
func TestLoadLeavesOptions(t *testing.T) {
	f := open(t, WithNotes())
	saved, err := f.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	room := make([]Option, 1, 4)
	room[0] = WithThreshold(95)
	later, err := Load(saved, room...)
	if err != nil {
		t.Fatal(err)
	}
	later.Close()
	if room[:2][1] != nil {
		t.Error("an option was appended to the slice of the caller")
	}
}

func TestMemoryUsage(t *testing.T) {
	f := open(t)
	before := f.MemoryUsage()
	for number := range 20000 {
		f.Admit(fmt.Sprintf("https://host%d.example/", number))
	}
	if f.MemoryUsage() <= before {
		t.Error(before, f.MemoryUsage())
	}
}

func BenchmarkAdmit(b *testing.B) {
	f, err := New()
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		f.Admit("https://example.com/user/17/edit?id=4")
	}
}
