// Command crawls crawls by colly or katana from an address: `crawls colly|katana with|without ADDRESS`.
package main

import (
	"log"
	"math"
	"net/url"
	"os"

	urlsift "git.example/urlsift/urlsift/go"
	"git.example/urlsift/urlsift/go/collysift"
	"git.example/urlsift/urlsift/go/katanasift"
	"github.com/gocolly/colly/v2"
	"github.com/projectdiscovery/katana/pkg/engine/standard"
	"github.com/projectdiscovery/katana/pkg/output"
	"github.com/projectdiscovery/katana/pkg/types"
	"github.com/projectdiscovery/katana/pkg/utils/extensions"
)

func main() {
	crawler, with, address := os.Args[1], os.Args[2] == "with", os.Args[3]
	crawl, err := urlsift.NewCrawl(urlsift.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	if !with {
		crawl = nil
	}
	if err := map[string]func(*urlsift.Crawl, string) error{"colly": byColly, "katana": byKatana}[crawler](crawl, address); err != nil {
		log.Fatal(err)
	}
}

func byColly(crawl *urlsift.Crawl, address string) error {
	start, err := url.Parse(address)
	if err != nil {
		return err
	}
	c := colly.NewCollector(colly.AllowedDomains(start.Hostname()), colly.Async(true))
	c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 4})
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { e.Request.Visit(e.Attr("href")) })
	if crawl != nil {
		collysift.Attach(c, crawl)
	}
	if err := c.Visit(address); err != nil {
		return err
	}
	c.Wait()
	return nil
}

// silent writes no results.
type silent struct{}

func (silent) Write(*output.Result) error   { return nil }
func (silent) WriteErr(*output.Error) error { return nil }
func (silent) Close() error                 { return nil }

func byKatana(crawl *urlsift.Crawl, address string) error {
	options, err := types.NewCrawlerOptions(&types.Options{
		MaxDepth: 1000, FieldScope: "fqdn", BodyReadSize: math.MaxInt, Timeout: 5, Concurrency: 4, Parallelism: 4,
		RateLimit: 10_000, Strategy: "breadth-first", Silent: true,
	})
	if err != nil {
		return err
	}
	defer options.Close()
	options.OutputWriter, options.ExtensionsValidator = silent{}, &extensions.Validator{}
	if crawl == nil {
		crawler, err := standard.New(options)
		if err != nil {
			return err
		}
		return crawler.Crawl(address)
	}
	filter := katanasift.Attach(options, crawl)
	crawler, err := standard.New(options)
	if err != nil {
		return err
	}
	return filter.Crawl(crawler, address)
}
