//go:build (linux || darwin) && (amd64 || arm64)

package urlsift

import (
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// mapped is memory of the system: all addresses are taken at once, and a page costs memory from the first time that it is written. A slice
// of Go would be copied as it grows, and its copies wait for the garbage collector: with a million kept lines they took twice the memory of
// the filter.
type mapped []byte

// allocate takes the addresses for the most that the module may ever want. If the system does not give them, as under a limit of
// addresses, memory is a slice of Go.
func allocate(_, most uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return &grown{}
	}
	return mapped(all)
}

// Reallocate returns the first part of the addresses.
func (m mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size:size]
}

// Free gives them back.
func (m mapped) Free() { _ = syscall.Munmap(m) }

// grown is memory of Go.
type grown struct{ bytes []byte }

// Reallocate makes more room, if there is not enough.
func (g *grown) Reallocate(size uint64) []byte {
	g.bytes = append(g.bytes, make([]byte, size-uint64(len(g.bytes)))...)
	return g.bytes
}

// Free leaves the memory to the garbage collector.
func (g *grown) Free() { g.bytes = nil }

// withMemory has instances take their memory from the system.
var withMemory = experimental.WithMemoryAllocator(background, experimental.MemoryAllocatorFunc(allocate))
