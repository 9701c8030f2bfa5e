//go:build (linux || darwin) && (amd64 || arm64)

package urlsift

import (
	"fmt"
	"runtime"
	"testing"
)

// What a filter knows is not in the memory of Go, where it would be copied as it grows.
func TestMemoryIsOfTheSystem(t *testing.T) {
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 1_000_000 {
		f.Admit(fmt.Sprintf("https://host%d.example/", i))
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 16<<20 {
		t.Errorf("%d bytes", grown)
	}
}

// Without addresses enough, memory is of Go, and keeps what was written as it grows.
func TestMemoryOfGoGrows(t *testing.T) {
	memory := allocate(0, 1<<62)
	defer memory.Free()
	memory.Reallocate(10)[9] = 7
	grown := memory.Reallocate(1 << 20)
	if len(grown) != 1<<20 || grown[9] != 7 {
		t.Errorf("%d bytes, %d", len(grown), grown[9])
	}
}
