// Package trapsite serves the site with traps of the Python package to the tests of adapters.
package trapsite

import (
	"bufio"
	"cmp"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Start serves the site, and returns its address and what ends it with its counts. The test is in a
// folder of the Go package, or the environment variable URLSIFT_REPOSITORY names the repository.
func Start(t testing.TB) (string, func() (requests, kinds int)) {
	t.Helper()
	script := cmp.Or(os.Getenv("URLSIFT_REPOSITORY"), "../..") + "/python/tests/site_with_traps.py"
	python, err := exec.LookPath("python3")
	if _, found := os.Stat(script); found != nil || err != nil {
		t.Skip("it takes python3 and the repository")
	}
	command := exec.Command(python, script, "0")
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	lines := bufio.NewScanner(out)
	lines.Scan()
	return strings.TrimSpace(lines.Text()), func() (requests, kinds int) {
		command.Process.Signal(os.Interrupt)
		lines.Scan()
		found := regexp.MustCompile(`(\d+) requests, (\d+) of 21 kinds`).FindStringSubmatch(lines.Text())
		if found == nil {
			t.Fatal(lines.Text())
		}
		requests, _ = strconv.Atoi(found[1])
		kinds, _ = strconv.Atoi(found[2])
		t.Log(lines.Text())
		return requests, kinds
	}
}
