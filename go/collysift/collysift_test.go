package collysift

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	urlsift "git.example/urlsift/urlsift/go"
	"git.example/urlsift/urlsift/go/internal/trapsite"
	"github.com/gocolly/colly/v2"
)

// The crawler of the README runs as it stands.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(text), "With [colly]")
	_, code, _ = strings.Cut(code, "```go\n")
	code, _, _ = strings.Cut(code, "```")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	start, counts := trapsite.Start(t)
	if out, err := exec.Command("go", "run", file, start).CombinedOutput(); err != nil {
		t.Fatalf("%s %v", out, err)
	}
	if requests, kinds := counts(); requests > 250 || kinds < 20 {
		t.Errorf("%d requests, %d kinds", requests, kinds)
	}
}

// A crawl of every link ends, and finds every kind of page.
func TestCrawlEnds(t *testing.T) {
	for _, async := range []bool{true, false} {
		start, counts := trapsite.Start(t)
		crawl, err := urlsift.NewCrawl(urlsift.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer crawl.Close()
		c := colly.NewCollector(colly.AllowedDomains("127.0.0.1"), colly.Async(async))
		c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 4})
		c.OnHTML("a[href]", func(e *colly.HTMLElement) { e.Request.Visit(e.Attr("href")) })
		Attach(c, crawl)
		if err := c.Visit(start); err != nil {
			t.Fatal(err)
		}
		c.Wait()
		requests, kinds := counts()
		if requests > 250 || kinds != 21 {
			t.Errorf("%d requests, %d kinds", requests, kinds)
		}
		for _, url := range crawl.Open() {
			t.Errorf("%s is not settled", url)
		}
	}
}
