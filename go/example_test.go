package urlsift_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"

	urlsift "git.example/urlsift/urlsift/go"
)

func Example() {
	filter, err := urlsift.New()
	if err != nil {
		panic(err)
	}
	defer filter.Close()
	for _, url := range []string{
		"https://example.com/user/1/edit",
		"https://example.com/user/2/edit",
		"https://example.com/login?next=/cart",
		"https://example.com/login?next=/home",
	} {
		fmt.Println(filter.Admit(url), url)
	}
	// Output:
	// kept https://example.com/user/1/edit
	// similar https://example.com/user/2/edit
	// kept https://example.com/login?next=/cart
	// similar https://example.com/login?next=/home
}

func ExampleFilter_Filter() {
	filter, err := urlsift.New(urlsift.WithSamples(2), urlsift.WithSetting("not-ext", "static"))
	if err != nil {
		panic(err)
	}
	defer filter.Close()
	found := slices.Values([]string{"/item/1", "/item/2", "/item/3", "/logo.png"})
	for url := range filter.Filter(found) {
		fmt.Println(url)
	}
	// Output:
	// /item/1
	// /item/2
}

func ExampleFilter_Shape() {
	filter, err := urlsift.New()
	if err != nil {
		panic(err)
	}
	defer filter.Close()
	shape, _ := filter.Shape("https://example.com/user/17/edit?page=2")
	fmt.Println(shape)
	// Output: https://example.com/user/{int}/edit?page
}

func ExampleLoad() {
	filter, err := urlsift.New(urlsift.WithNotes())
	if err != nil {
		panic(err)
	}
	filter.Admit("https://example.com/user/1")
	saved, err := filter.AppendBinary(nil)
	if err != nil {
		panic(err)
	}
	filter.Close()

	later, err := urlsift.Load(saved)
	if err != nil {
		panic(err)
	}
	defer later.Close()
	fmt.Println(later.Admit("https://example.com/user/2"))
	// Output: similar
}

// A calendar has a next month for ever.
func calendar(w http.ResponseWriter, r *http.Request) {
	month, _ := strconv.Atoi(r.FormValue("month"))
	fmt.Fprintf(w, `<a href="/calendar?month=%d">next</a> <a href="/event/%[1]d">event</a>`, month+1)
}

func ExampleCrawl() {
	site := httptest.NewServer(http.HandlerFunc(calendar))
	defer site.Close()
	crawl, err := urlsift.NewCrawl(urlsift.Limits{Keep: 2})
	if err != nil {
		panic(err)
	}
	defer crawl.Close()

	type request struct {
		url    string
		ticket urlsift.Ticket
	}
	var queue []request
	take := func(url string) {
		if ticket, ok := crawl.Take(url); ok {
			queue = append(queue, request{url, ticket})
		}
	}
	href := regexp.MustCompile(`href="(.*?)"`)
	take(site.URL + "/calendar?month=1")
	requests := 0
	for ; requests < len(queue); requests++ {
		var next urlsift.Next
		var ok bool
		ticket := queue[requests].ticket
		if response, err := http.Get(queue[requests].url); err != nil {
			next, ok = ticket.Failed()
		} else {
			page := response.Request.URL // Redirects were followed.
			next, ok = ticket.Done(urlsift.Answer{URL: page.String(), Status: response.StatusCode})
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			for _, link := range href.FindAllStringSubmatch(string(body), -1) {
				if address, err := page.Parse(link[1]); err == nil {
					take(address.String())
				}
			}
		}
		if ok { // A link that waited has its turn.
			queue = append(queue, request{next.URL, next.Ticket})
		}
	}
	fmt.Println(requests, "requests,", crawl.Templates(), "templates")
	// Output: 4 requests, 2 templates
}
