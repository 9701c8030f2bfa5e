// Package collysift has a colly collector request only the links that a crawl of urlsift gives tickets
// for, so that it ends on sites with calendars, facets and other traps:
//
//	crawl, err := urlsift.NewCrawl(urlsift.Limits{})
//	if err != nil {
//		return err
//	}
//	c := colly.NewCollector(colly.AllowedDomains("example.com"))
//	c.OnHTML("a[href]", func(e *colly.HTMLElement) { e.Request.Visit(e.Attr("href")) })
//	collysift.Attach(c, crawl)
//	c.Visit("https://example.com/")
package collysift

import (
	"crypto/sha256"
	"sync"

	urlsift "git.example/urlsift/urlsift/go"
	"github.com/gocolly/colly/v2"
)

// granted is the key of a context under which a link whose turn has come brings its ticket.
const granted = "urlsift.ticket"

type attached struct {
	crawl *urlsift.Crawl
	mu    sync.Mutex
	// Tickets by the number of their request. Contexts do not serve: pages share them with their links.
	tickets map[uint32]urlsift.Ticket
	// Requests of links that wait. The collector takes them for visited.
	waiting map[string]*colly.Request
}

// Attach asks the crawl before each request, and tells it what became of the request. Exclude links by
// the settings of the crawl or of the collector: a callback that aborts a request leaves its ticket open.
func Attach(c *colly.Collector, crawl *urlsift.Crawl) {
	a := &attached{crawl: crawl, tickets: map[uint32]urlsift.Ticket{}, waiting: map[string]*colly.Request{}}
	c.OnRequest(a.request)
	c.OnResponse(func(r *colly.Response) { a.settle(r) })
	c.OnError(func(r *colly.Response, _ error) { a.settle(r) })
}

func (a *attached) request(r *colly.Request) {
	ticket, ok := r.Ctx.GetAny(granted).(urlsift.Ticket)
	refusal := ""
	if ok {
		r.Ctx.Put(granted, nil)
	} else {
		ticket, refusal = a.crawl.TakeOr(r.URL.String())
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch refusal {
	case "":
		a.tickets[r.ID] = ticket
		return
	case "waiting":
		a.waiting[r.URL.String()] = r
	}
	r.Abort()
}

func (a *attached) settle(r *colly.Response) {
	a.mu.Lock()
	ticket, ok := a.tickets[r.Request.ID]
	delete(a.tickets, r.Request.ID)
	a.mu.Unlock()
	if !ok {
		return
	}
	var next urlsift.Next
	if r.StatusCode == 0 {
		next, ok = ticket.Failed()
	} else {
		digest := sha256.Sum256(r.Body)
		next, ok = ticket.Done(urlsift.Answer{URL: r.Request.URL.String(), Status: r.StatusCode, Digest: digest[:]})
	}
	if ok {
		a.let(next)
	}
}

// let requests a link that waited.
func (a *attached) let(next urlsift.Next) {
	a.mu.Lock()
	request := a.waiting[next.URL]
	delete(a.waiting, next.URL)
	a.mu.Unlock()
	if request == nil {
		next.Ticket.Released()
		return
	}
	request.Ctx = colly.NewContext()
	request.Ctx.Put(granted, next.Ticket)
	if request.Retry() != nil {
		next.Ticket.Failed()
	}
}
