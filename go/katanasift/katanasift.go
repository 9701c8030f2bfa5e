// Package katanasift has a crawler of katana request only the links that a crawl of urlsift gives tickets
// for, so that it ends on sites with calendars, facets and other traps, and finds pages behind dead links:
//
//	options, err := types.NewCrawlerOptions(&types.Options{MaxDepth: 20, RateLimit: 150, Timeout: 10, ...})
//	...
//	crawl, err := urlsift.NewCrawl(urlsift.Limits{})
//	...
//	filter := katanasift.Attach(options, crawl)
//	defer options.Close()
//	crawler, err := standard.New(options)
//	...
//	err = filter.Crawl(crawler, "https://example.com/")
//
// Set MaxDepth high, since the limits of the crawl end it: a link that is too deep for katana has used up
// a ticket of its template.
package katanasift

import (
	"crypto/sha256"
	"errors"
	"maps"
	"net/url"
	"slices"
	"sync"

	urlsift "git.example/urlsift/urlsift/go"
	"github.com/projectdiscovery/katana/pkg/output"
	"github.com/projectdiscovery/katana/pkg/types"
	"github.com/projectdiscovery/katana/pkg/utils/filters"
)

// A Filter is the unique filter of a crawler of katana. It asks the crawl before links are queued.
type Filter struct {
	filters.Filter // katana's own, for all but links in scope
	options        *types.CrawlerOptions
	crawl          *urlsift.Crawl

	mu      sync.Mutex
	roots   map[string]bool           // hosts from which crawls started
	tickets map[string]urlsift.Ticket // of links that are queued or requested
	ready   map[string]urlsift.Ticket // of links that waited, and have their turn
}

// Attach makes a filter of the crawl the unique filter of the options, and has their writer tell it what
// became of each request. Closing the options gives back the tickets of requests that were not sent.
func Attach(options *types.CrawlerOptions, crawl *urlsift.Crawl) *Filter {
	f := &Filter{
		Filter: options.UniqueFilter, options: options, crawl: crawl,
		roots: map[string]bool{}, tickets: map[string]urlsift.Ticket{}, ready: map[string]urlsift.Ticket{},
	}
	options.UniqueFilter = f
	options.OutputWriter = writer{options.OutputWriter, f}
	return f
}

// Crawl has a crawler of these options, standard or headless, crawl from an address, and then from the
// links whose turn came and that no page has shown again.
func (f *Filter) Crawl(crawler interface{ Crawl(string) error }, address string) error {
	parsed, err := url.Parse(address)
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.roots[parsed.Hostname()] = true
	f.mu.Unlock()
	if ticket, ok := f.crawl.Take(address); ok {
		f.hold(address, ticket)
	}
	errs := []error{crawler.Crawl(address)}
	for links := f.turns(); len(links) > 0; links = f.turns() {
		for batch := range slices.Chunk(links, max(1, f.options.Options.Parallelism)) {
			results := make(chan error)
			for _, link := range batch {
				go func() { results <- crawler.Crawl(link) }()
			}
			for range batch {
				errs = append(errs, <-results)
			}
		}
	}
	return errors.Join(errs...)
}

// UniqueURL reports whether the link has a ticket now.
func (f *Filter) UniqueURL(link string) bool {
	if !f.inScope(link) {
		return f.Filter.UniqueURL(link)
	}
	if !f.options.ValidatePath(link) || f.Filter.IsCycle(link) {
		return false
	}
	f.mu.Lock()
	ticket, ok := f.ready[link]
	delete(f.ready, link)
	f.mu.Unlock()
	if !ok {
		ticket, ok = f.crawl.Take(link)
	}
	if ok {
		f.hold(link, ticket)
	}
	return ok
}

// IsCycle reports nothing: UniqueURL has asked katana's filter, before it took a ticket.
func (f *Filter) IsCycle(string) bool { return false }

// UniqueContent reports true: the crawl weighs copies by their digests, and katana would empty them.
func (f *Filter) UniqueContent([]byte) bool { return true }

// Close gives back the tickets of requests that were not sent, and closes katana's filter.
func (f *Filter) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, held := range []map[string]urlsift.Ticket{f.tickets, f.ready} {
		for _, ticket := range held {
			// Links that wait for it are not requested any more.
			for next, ok := ticket.Released(); ok; next, ok = next.Ticket.Released() {
			}
		}
		clear(held)
	}
	f.Filter.Close()
}

// hold keeps the ticket of a link until its request is answered.
func (f *Filter) hold(link string, ticket urlsift.Ticket) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tickets[link] = ticket
}

// inScope reports whether katana would request the link. Its filter is asked before its scope is.
func (f *Filter) inScope(link string) bool {
	f.mu.Lock()
	roots := slices.Collect(maps.Keys(f.roots))
	f.mu.Unlock()
	return len(roots) == 0 || slices.ContainsFunc(roots, func(root string) bool {
		in, err := f.options.ValidateScope(link, root)
		return in && err == nil
	})
}

// turns returns the links that have their turn, in order.
func (f *Filter) turns() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	links := slices.Sorted(maps.Keys(f.ready))
	maps.Copy(f.tickets, f.ready)
	clear(f.ready)
	return links
}

// settle tells the crawl what became of a request.
func (f *Filter) settle(result *output.Result) {
	link := result.Request.RequestURL()
	if link == "" {
		link = result.Request.URL
	}
	f.mu.Lock()
	ticket, ok := f.tickets[link]
	delete(f.tickets, link)
	f.mu.Unlock()
	if !ok {
		return
	}
	var next urlsift.Next
	if response := result.Response; response == nil || response.Resp == nil {
		next, ok = ticket.Failed()
	} else {
		digest := sha256.Sum256([]byte(response.Body))
		answer := urlsift.Answer{Status: response.StatusCode, Digest: digest[:]}
		if response.Resp.Request != nil {
			answer.URL = response.Resp.Request.URL.String()
		}
		next, ok = ticket.Done(answer)
	}
	if ok {
		f.mu.Lock()
		f.ready[next.URL] = next.Ticket
		f.mu.Unlock()
	}
}

// A writer tells the filter of results, and passes them on.
type writer struct {
	output.Writer
	filter *Filter
}

func (w writer) Write(result *output.Result) error {
	w.filter.settle(result)
	return w.Writer.Write(result)
}
