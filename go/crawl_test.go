package urlsift

import (
	"strings"
	"testing"
)

func openCrawl(t *testing.T, limits Limits, opts ...Option) *Crawl {
	t.Helper()
	c, err := NewCrawl(limits, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestTickets(t *testing.T) {
	c := openCrawl(t, Limits{Keep: 1})
	first, ok := c.Take("https://shop.example/item/1")
	if !ok {
		t.Fatal(c.Err())
	}
	for url, want := range map[string]string{"https://shop.example/item/2": "waiting", "mailto:ann@example.com": "not_url"} {
		if _, refusal := c.TakeOr(url); refusal != want {
			t.Errorf("%s: %s", url, refusal)
		}
	}
	next, ok := first.Failed()
	if !ok || next.URL != "https://shop.example/item/2" {
		t.Error(next, ok)
	}
	if _, ok := first.Done(Answer{Status: 200}); ok {
		t.Error("it was settled twice")
	}
	for ticket, url := range c.Open() {
		if ticket != next.Ticket || url != next.URL {
			t.Error(ticket, url)
		}
	}
	if _, ok := next.Ticket.Done(Answer{Status: 200, Digest: []byte{0, 1}, Canonical: next.URL}); ok {
		t.Error("another link has its turn")
	}
	if _, refusal := c.TakeOr("https://shop.example/item/3"); refusal != "enough" || c.Templates() != 1 {
		t.Error(refusal, c.Templates())
	}
	c.Fetched("https://shop.example/about")
	if _, ok := c.Take("https://shop.example/about"); ok {
		t.Error("it was fetched")
	}
}

func TestCrawlGoesOn(t *testing.T) {
	limits := Limits{Keep: 1, Depth: 3}
	c := openCrawl(t, limits, WithThreshold(90))
	c.Take("https://shop.example/item/1")
	c.Take("https://shop.example/item/2")
	saved, err := c.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	later, err := LoadCrawl(saved, limits, WithThreshold(90))
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	for ticket, url := range later.Open() {
		if next, ok := ticket.Failed(); !ok || url != "https://shop.example/item/1" || next.URL != "https://shop.example/item/2" {
			t.Error(url, next)
		}
	}
	if _, refusal := later.TakeOr("https://shop.example/a/b/c/d"); refusal != "depth" {
		t.Error(refusal)
	}
	if _, err := LoadCrawl(saved[2:], limits); err == nil {
		t.Error("damaged bytes are loaded")
	}
}

func TestCrawlRefusals(t *testing.T) {
	if _, err := NewCrawl(Limits{}, WithThreshold(0)); err == nil || !strings.Contains(err.Error(), "threshold") {
		t.Error(err)
	}
	c := openCrawl(t, Limits{})
	ticket, _ := c.Take("https://shop.example/")
	c.Close()
	if _, refusal := c.TakeOr("https://shop.example/a"); refusal != "failure" {
		t.Error(refusal)
	}
	if _, ok := ticket.Failed(); ok {
		t.Error("a closed crawl has another link")
	}
	if _, ok := (Ticket{}).Failed(); ok {
		t.Error("no ticket has another link")
	}
}

// Nothing in a link is read as another ticket.
func TestLinksWithControlCharacters(t *testing.T) {
	scope := []Option{WithSetting("scope", "shop.example"), WithSetting("no-learn", "true")}
	c := openCrawl(t, Limits{}, scope...)
	taken := map[string]bool{}
	for _, link := range []string{"a\n1 http://169.254.169.254/", "b\r\n2 http://other.example/", "c\x00", "d\u2028 e", "  f", "g\n", "h 7 8", "ü\n€"} {
		if _, ok := c.Take("https://shop.example/" + link); ok {
			taken["https://shop.example/"+link] = true
		}
	}
	if len(taken) < 6 {
		t.Error(taken)
	}
	saved, err := c.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	later, err := LoadCrawl(saved, Limits{}, scope...)
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	for _, url := range later.Open() {
		if !taken[url] {
			t.Errorf("%q was never taken", url)
		}
		delete(taken, url)
	}
	if len(taken) > 0 {
		t.Errorf("%v are not open", taken)
	}
}
