package collysift

import (
	"testing"

	urlsift "git.example/urlsift/urlsift/go"
	"git.example/urlsift/urlsift/go/internal/trapsite"
	"github.com/gocolly/colly/v2"
)

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
