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
	before := held()
	for i := range 1_000_000 {
		f.Admit(fmt.Sprintf("https://host%d.example/", i))
	}
	if grown := held() - before; grown > 1<<20 {
		t.Errorf("%d bytes", grown)
	}
}

// held is how many bytes of Go are in use once its garbage is collected: how far the heap grows before that depends on when the collector
// runs, and so on the load of the machine.
func held() int64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc)
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
