package urlsift

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// packed is the engine, made by wasm/build.py.
//
//go:embed urlsift.wasm.gz
var packed []byte

var background = context.Background()

// An engine is the compiled module. One serves any number of instances, and lives as long as the process.
type engine struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// engines has one engine for each folder of a cache.
var engines struct {
	sync.Mutex
	byDir map[string]*engine
}

func engineOf(cacheDir string) (*engine, error) {
	engines.Lock()
	defer engines.Unlock()
	if found := engines.byDir[cacheDir]; found != nil {
		return found, nil
	}
	made, err := compile(cacheDir)
	if err != nil {
		return nil, err
	}
	if engines.byDir == nil {
		engines.byDir = map[string]*engine{}
	}
	engines.byDir[cacheDir] = made
	return made, nil
}

func compile(cacheDir string) (*engine, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	wasm, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfig()
	if cacheDir != "" {
		// A folder that cannot be made costs time only.
		if cache, err := wazero.NewCompilationCacheWithDir(cacheDir); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	runtime := wazero.NewRuntimeWithConfig(background, config)
	compiled, err := runtime.CompileModule(background, wasm)
	if err != nil {
		return nil, errors.Join(err, runtime.Close(background))
	}
	return &engine{runtime, compiled}, nil
}

// An instance of the module holds one filter. One goroutine uses it at a time.
type instance struct {
	engine *engine
	module api.Module
	memory api.Memory
	input  api.Function
	admit  api.Function
	// The buffer of the module that input has given.
	at, room uint32
	stack    [4]uint64
}

func (e *engine) instantiate() (*instance, error) {
	config := wazero.NewModuleConfig().WithName("")
	module, err := e.runtime.InstantiateModule(withMemory, e.compiled, config)
	if err != nil {
		return nil, err
	}
	i := &instance{engine: e, module: module, memory: module.Memory()}
	i.input, i.admit = module.ExportedFunction("input"), module.ExportedFunction("admit")
	return i, nil
}

// clone copies an instance with all that it knows, which is its memory.
func (i *instance) clone() (*instance, error) {
	other, err := i.engine.instantiate()
	if err != nil {
		return nil, err
	}
	const page = 1 << 16
	size := i.memory.Size()
	if _, ok := other.memory.Grow((size - other.memory.Size()) / page); !ok {
		return nil, errors.Join(errMemory, other.close())
	}
	all, _ := i.memory.Read(0, size)
	other.memory.Write(0, all)
	other.at, other.room = i.at, i.room
	return other, nil
}

var errMemory = errors.New("urlsift: out of memory")

// longestLine is the longest line that is compared, as in the program.
const longestLine = 1 << 20

// decisive returns how many bytes of a line of this length decide: the engine keeps a longer line apart.
func decisive(length int) int { return min(length, longestLine+1) }

// reserve makes room for so many bytes of input.
func (i *instance) reserve(length int) error {
	if uint64(length) <= uint64(i.room) && i.room > 0 {
		return nil
	}
	if uint64(length) > 1<<31 {
		return errMemory
	}
	room := uint32(max(4096, length))
	at, err := i.do(i.input, uint64(room))
	if err == nil {
		i.at, i.room = uint32(at), room
	}
	return err
}

func (i *instance) do(function api.Function, parameters ...uint64) (uint64, error) {
	copy(i.stack[:], parameters)
	err := function.CallWithStack(background, i.stack[:])
	return i.stack[0], err
}

// call passes a text and further numbers to a function.
func (i *instance) call(function, text string, numbers ...uint64) (uint64, error) {
	if err := i.reserve(len(text)); err != nil {
		return 0, err
	}
	i.memory.WriteString(i.at, text)
	return i.do(i.module.ExportedFunction(function), append([]uint64{uint64(len(text))}, numbers...)...)
}

// get calls a function without parameters.
func (i *instance) get(function string) (uint64, error) {
	return i.do(i.module.ExportedFunction(function))
}

// output returns a view of what the last call has put out.
func (i *instance) output() ([]byte, error) {
	at, err := i.get("output")
	if err != nil {
		return nil, err
	}
	length, err := i.get("output_length")
	view, _ := i.memory.Read(uint32(at), uint32(length))
	return view, err
}

// refusal returns the reason that a call has put out.
func (i *instance) refusal() error {
	why, err := i.output()
	if err != nil {
		return err
	}
	return fmt.Errorf("urlsift: %s", why)
}

func (i *instance) close() error { return i.module.Close(background) }
