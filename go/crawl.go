package urlsift

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero/api"
)

// Limits bound a [Crawl]. A limit of 0 stands for the default.
type Limits struct {
	Keep             uint32 // well answered pages of each template; 3
	Failures         uint32 // failed pages of a template, and links of it that wait; 20
	ParameterSets    uint32 // templates of one path that differ in the names of parameters only; 10
	Repeats          uint32 // path segments that repeat earlier ones; 4
	Depth            uint32 // path segments; 16
	RequestsPerHost  uint32 // requests to one host, failed ones included; 5,000
	TemplatesPerHost uint32 // templates of one host; 5,000
	HostsPerDomain   uint32 // hosts below one registrable domain; 100
	AllHosts         uint32 // hosts in all; 100,000
}

func (l Limits) options() (opts []Option) {
	for name, limit := range map[string]uint32{
		"keep": l.Keep, "failures": l.Failures, "parameter-sets": l.ParameterSets, "repeats": l.Repeats,
		"depth": l.Depth, "requests-per-host": l.RequestsPerHost, "templates-per-host": l.TemplatesPerHost,
		"hosts-per-domain": l.HostsPerDomain, "all-hosts": l.AllHosts,
	} {
		if limit > 0 {
			opts = append(opts, WithSetting("limit-"+name, strconv.FormatUint(uint64(limit), 10)))
		}
	}
	return opts
}

// A Crawl decides which links a crawler should request, so that it ends: calendars, facets and mazes
// give new templates without end, which a [Filter] alone keeps. It gives out tickets, a few for each
// template, and no more once pages were answered well. A link that is refused while the tickets of its
// template are open waits, and has its turn if one of them fails.
//
// Several goroutines may use a crawl. The same calls in the same order give the same tickets.
type Crawl struct{ shared }

// A Ticket stands for a link that should be requested, until it is settled by one of its methods. The
// zero Ticket is settled.
type Ticket struct {
	crawl  *Crawl
	number float64
}

// An Answer tells what became of a request.
type Answer struct {
	URL       string // the final address after redirects; empty for that of the ticket
	Status    int    // 200 to 299 and 304 are good
	Canonical string // the address that the page names as its canonical one
	Digest    []byte // of the body; a page with that of an earlier one is a copy
}

// Next is a link that waited, with its ticket: it should be requested now.
type Next struct {
	URL    string
	Ticket Ticket
}

// NewCrawl returns a crawl that knows nothing yet.
func NewCrawl(limits Limits, opts ...Option) (*Crawl, error) {
	i, err := start("crawl", append(limits.options(), opts...))
	if err != nil {
		return nil, err
	}
	return &Crawl{shared{engine: i}}, nil
}

// LoadCrawl returns a crawl that goes on from what [Crawl.AppendBinary] has saved, with the same limits
// and settings. The tickets that were open are in [Crawl.Open].
func LoadCrawl(saved []byte, limits Limits, opts ...Option) (*Crawl, error) {
	c, err := NewCrawl(limits, opts...)
	if err != nil {
		return nil, err
	}
	if err := c.load(saved); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Take asks for a ticket for a link, and reports whether it got one. Ask about the links of a page in
// the order in which they stand there, by their absolute URLs.
//
// A crawl that cannot decide any more, as [Crawl.Err] reports, gives no tickets.
func (c *Crawl) Take(url string) (Ticket, bool) {
	t, refusal := c.TakeOr(url)
	return t, refusal == ""
}

// TakeOr is [Crawl.Take] with the name of the refusal, like "enough", "waiting" or "parameter_sets"; it
// is empty for a link that got a ticket.
func (c *Crawl) TakeOr(url string) (t Ticket, refusal string) {
	refusal = "failure"
	c.ask(func(i *instance) error {
		found, err := i.call("take", url[:decisive(len(url))])
		if err != nil {
			return err
		}
		if number := api.DecodeF64(found); number >= 0 {
			t, refusal = Ticket{c, number}, ""
			return nil
		}
		view, err := i.output()
		refusal = string(view)
		return err
	})
	return t, refusal
}

// Fetched notes a page that was answered well without a ticket, as those that a crawl starts from.
func (c *Crawl) Fetched(url string) {
	c.ask(func(i *instance) error {
		_, err := i.call("fetched", url[:decisive(len(url))])
		return err
	})
}

// Done settles a ticket with an answer. Of two settlements, the first one counts. If it reports true,
// another link has its turn.
func (t Ticket) Done(a Answer) (Next, bool) {
	return t.settle(func(i *instance) (uint64, error) {
		lengths := binary.LittleEndian.AppendUint32(nil, uint32(len(a.URL)))
		lengths = binary.LittleEndian.AppendUint32(lengths, uint32(len(a.Canonical)))
		answer := strings.Join([]string{string(lengths), a.URL, a.Canonical, string(a.Digest)}, "")
		return i.call("done", answer, api.EncodeF64(t.number), uint64(uint32(a.Status)))
	})
}

// Failed settles a ticket whose request was not answered, after all retries.
func (t Ticket) Failed() (Next, bool) {
	return t.settle(func(i *instance) (uint64, error) {
		return i.do(i.module.ExportedFunction("failed"), api.EncodeF64(t.number))
	})
}

// Released gives back a ticket whose request was never sent.
func (t Ticket) Released() (Next, bool) {
	return t.settle(func(i *instance) (uint64, error) {
		return i.do(i.module.ExportedFunction("released"), api.EncodeF64(t.number))
	})
}

func (t Ticket) settle(how func(*instance) (uint64, error)) (next Next, ok bool) {
	if t.crawl == nil {
		return Next{}, false
	}
	t.crawl.ask(func(i *instance) error {
		found, err := how(i)
		number := api.DecodeF64(found)
		if err != nil || number < 0 {
			return err
		}
		view, err := i.output()
		next, ok = Next{string(view), Ticket{t.crawl, number}}, err == nil
		return err
	})
	return next, ok
}

// Open returns the tickets that are not settled, with their links.
func (c *Crawl) Open() iter.Seq2[Ticket, string] {
	var tickets []byte
	c.ask(func(i *instance) error {
		if _, err := i.get("open_tickets"); err != nil {
			return err
		}
		view, err := i.output()
		tickets = slices.Clone(view)
		return err
	})
	return func(yield func(Ticket, string) bool) {
		for rest := tickets; len(rest) > 0; {
			number := math.Float64frombits(binary.LittleEndian.Uint64(rest))
			length := binary.LittleEndian.Uint32(rest[8:])
			url := string(rest[12 : 12+length])
			rest = rest[12+length:]
			if !yield(Ticket{c, number}, url) {
				return
			}
		}
	}
}

// Templates returns the number of templates that have a good page.
func (c *Crawl) Templates() int { return c.number("templates") }
