//go:build unix

package urlsift

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The processor time of a line, for benches/hosts.sh.
func TestList(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("URLSIFT_LIST"))
	if err != nil {
		t.Skip("URLSIFT_LIST names no list")
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	cpu := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	best, kept := time.Hour, 0
	for range 5 {
		f := open(t)
		begin := cpu()
		kept = 0
		for _, line := range lines {
			if f.Admit(line).Printed() {
				kept++
			}
		}
		best = min(best, cpu()-begin)
	}
	t.Logf("list: %.2f %d", float64(best.Microseconds())/float64(len(lines)), kept)
}
