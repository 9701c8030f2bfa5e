// Command cgo measures the filter in a program of Go, by wazero as the Go package runs it, and by cgo:
// `cgo wazero|cgo LIST` prints the microseconds of CPU time a line, the best of five filters, and how many
// lines are kept; `cgo wazero|cgo - < LIST` keeps no line, and prints how many are kept.
package main

// #cgo LDFLAGS: -lurlsift_cgo -lm
// #include <stdbool.h>
// #include <stddef.h>
// void *urlsift_new(void);
// bool urlsift_admit(void *filter, const char *line, size_t length);
// void urlsift_free(void *filter);
import "C"

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"
	"time"
	"unsafe"

	urlsift "git.example/urlsift/urlsift/go"
)

// A filter is what is measured.
type filter interface {
	Printed(line string) bool
	Close() error
}

type wazero struct{ *urlsift.Filter }

func (f wazero) Printed(line string) bool { return f.Admit(line).Printed() }

type native struct{ pointer unsafe.Pointer }

func (f native) Printed(line string) bool {
	text := (*C.char)(unsafe.Pointer(unsafe.StringData(line)))
	return bool(C.urlsift_admit(f.pointer, text, C.size_t(len(line))))
}

func (f native) Close() error {
	C.urlsift_free(f.pointer)
	return nil
}

func open(by string) filter {
	if by == "cgo" {
		return native{C.urlsift_new()}
	}
	f, err := urlsift.New()
	if err != nil {
		log.Fatal(err)
	}
	return wazero{f}
}

func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func main() {
	by, list := os.Args[1], os.Args[2]
	if list == "-" {
		f, kept := open(by), 0
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			if f.Printed(unsafe.String(unsafe.SliceData(lines.Bytes()), len(lines.Bytes()))) {
				kept++
			}
		}
		fmt.Println(kept)
		return
	}
	text, err := os.ReadFile(list)
	if err != nil {
		log.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	best, kept := time.Hour, 0
	for range 5 {
		f := open(by)
		kept = 0
		begin := cpu()
		for _, line := range lines {
			if f.Printed(line) {
				kept++
			}
		}
		best = min(best, cpu()-begin)
		f.Close()
	}
	fmt.Printf("%.2f %d\n", float64(best.Microseconds())/float64(len(lines)), kept)
}
