package katanasift

import (
	"math"
	"testing"

	urlsift "git.example/urlsift/urlsift/go"
	"git.example/urlsift/urlsift/go/internal/trapsite"
	"github.com/projectdiscovery/katana/pkg/engine/standard"
	"github.com/projectdiscovery/katana/pkg/output"
	"github.com/projectdiscovery/katana/pkg/types"
	"github.com/projectdiscovery/katana/pkg/utils/extensions"
)

// silent writes no results.
type silent struct{}

func (silent) Write(*output.Result) error   { return nil }
func (silent) WriteErr(*output.Error) error { return nil }
func (silent) Close() error                 { return nil }

// options returns those of a crawl of one host, of files of every sort. Its Timeout is also how long
// katana waits for more links before it ends.
func options(t *testing.T) *types.CrawlerOptions {
	t.Helper()
	o, err := types.NewCrawlerOptions(&types.Options{
		MaxDepth: 1000, FieldScope: "fqdn", BodyReadSize: math.MaxInt, Timeout: 2, Concurrency: 4, Parallelism: 4,
		RateLimit: 10_000, Strategy: "breadth-first", Silent: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	o.OutputWriter, o.ExtensionsValidator = silent{}, &extensions.Validator{}
	return o
}

// A crawl of every link ends, and finds every kind of page.
func TestCrawlEnds(t *testing.T) {
	start, counts := trapsite.Start(t)
	crawl, err := urlsift.NewCrawl(urlsift.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	o := options(t)
	filter := Attach(o, crawl)
	crawler, err := standard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := filter.Crawl(crawler, start); err != nil {
		t.Fatal(err)
	}
	requests, kinds := counts()
	if requests > 250 || kinds != 21 {
		t.Errorf("%d requests, %d kinds", requests, kinds)
	}
	for _, url := range crawl.Open() {
		t.Errorf("%s is not settled", url)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
}

// Links to other hosts take no ticket, and closing gives back those of links that are too deep.
func TestTickets(t *testing.T) {
	crawl, err := urlsift.NewCrawl(urlsift.Limits{Keep: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	o := options(t)
	filter := Attach(o, crawl)
	filter.roots["example.com"] = true
	for link, unique := range map[string]bool{"https://other.test/": true, "https://example.com/": true} {
		if filter.UniqueURL(link) != unique || filter.UniqueURL(link) {
			t.Errorf("%s", link)
		}
	}
	open := func() (links []string) {
		for _, link := range crawl.Open() {
			links = append(links, link)
		}
		return links
	}
	if links := open(); len(links) != 1 || links[0] != "https://example.com/" {
		t.Errorf("%v", links)
	}
	o.Close()
	if links := open(); len(links) != 0 {
		t.Errorf("%v", links)
	}
}
