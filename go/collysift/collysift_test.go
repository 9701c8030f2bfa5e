package collysift

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	urlsift "git.example/urlsift/urlsift/go"
	"github.com/gocolly/colly/v2"
)

// site serves the site with traps of the Python package, and returns its address and what ends it with
// its counts.
func site(t *testing.T) (string, func() (requests, kinds int)) {
	t.Helper()
	const script = "../../python/tests/site_with_traps.py"
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

// A crawl of every link ends, and finds every kind of page.
func TestCrawlEnds(t *testing.T) {
	for _, async := range []bool{true, false} {
		start, counts := site(t)
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
