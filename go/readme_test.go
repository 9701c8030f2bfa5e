package urlsift

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program of the README runs as it stands.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(text), "```go\n")
	code, _, _ = strings.Cut(code, "```")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", file)
	run.Stdin = strings.NewReader("https://example.com/user/1\nhttps://example.com/user/2\nhttps://example.com/a.png\n")
	run.Stderr = os.Stderr
	if out, err := run.Output(); err != nil || string(out) != "https://example.com/user/1\n" {
		t.Errorf("%s %v", out, err)
	}
}
