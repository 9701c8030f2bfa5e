package urlsift

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// given turns settings of a vector, which are typed as in Python, into options.
func given(settings map[string]any) (opts []Option) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		items, isList := settings[name].([]any)
		if !isList {
			items = []any{settings[name]}
		} else if len(items) == 0 {
			return nil // An empty list that is another thing than none cannot be said.
		}
		for _, item := range items {
			opts = append(opts, WithSetting(name, fmt.Sprint(item)))
		}
	}
	return append(opts, WithSetting("notes", fmt.Sprint(settings["notes"] == true)))
}

// What the library says of lists, the filter says too: verdicts, templates, saved bytes.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../testdata/vectors.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the vectors are in the repository")
	}
	var vectors struct {
		Seed  string
		Lists map[string][]string
		Cases []struct {
			List     string
			Settings map[string]any
			Verdicts string
			Shapes   []*string
			Kept     int
			Saved    string
		}
		Refusals []struct {
			Settings map[string]any
			Said     string
		}
		Crawls []struct {
			Limits    map[string]uint32
			Settings  map[string]any
			Steps     [][]string
			Templates int
			Saved     string
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	seed := []Option{func(o *options) { o.seeded = true }, WithSetting("seed", vectors.Seed)}
	tried := 0
	for _, c := range vectors.Cases {
		opts := given(c.Settings)
		if opts == nil {
			continue
		}
		tried++
		f := open(t, append(opts, seed...)...)
		var verdicts, printed []string
		for _, line := range vectors.Lists[c.List] {
			verdict := f.Admit(line)
			verdicts = append(verdicts, verdict.String())
			if verdict.Printed() {
				printed = append(printed, line)
			}
		}
		if got := strings.Join(verdicts, " "); got != c.Verdicts {
			t.Errorf("%v\n%s\n%s", c.Settings, got, c.Verdicts)
			continue
		}
		for at, line := range printed {
			want := ""
			if c.Shapes[at] != nil {
				want = *c.Shapes[at]
			}
			if shape, ok := f.Shape(line); shape != want || ok != (c.Shapes[at] != nil) {
				t.Errorf("%v: %s: %s, not %s", c.Settings, line, shape, want)
			}
		}
		if f.Len() != c.Kept {
			t.Errorf("%v: %d kept, not %d", c.Settings, f.Len(), c.Kept)
		}
		if c.Saved != "" {
			saved, err := f.AppendBinary(nil)
			if sum := sha256.Sum256(saved); err != nil || hex.EncodeToString(sum[:]) != c.Saved {
				t.Errorf("%v: other bytes are saved: %v", c.Settings, err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d cases", tried)
	}
	for _, c := range vectors.Refusals {
		if _, err := New(given(c.Settings)...); err == nil || err.Error() != "urlsift: "+c.Said {
			t.Errorf("%v: %v", c.Settings, err)
		}
	}
	for _, c := range vectors.Crawls {
		l := c.Limits
		crawl := openCrawl(t, Limits{
			Keep: l["keep"], Failures: l["failures"], Depth: l["depth"], ParameterSets: l["parameter_sets"],
			HostsPerDomain: l["hosts_per_domain"], RequestsPerHost: l["requests_per_host"],
		}, append(given(c.Settings), seed...)...)
		for _, step := range c.Steps {
			if got := play(crawl, step); got != step[len(step)-1] {
				t.Fatalf("%q: %s", step, got)
			}
		}
		saved, err := crawl.AppendBinary(nil)
		if sum := sha256.Sum256(saved); err != nil || hex.EncodeToString(sum[:]) != c.Saved || crawl.Templates() != c.Templates {
			t.Errorf("%v: other bytes are saved: %v", c.Settings, err)
		}
	}
}

// play makes a call with its arguments, and returns what it returns as text.
func play(crawl *Crawl, step []string) string {
	switch step[0] {
	case "take":
		ticket, refusal := crawl.TakeOr(step[1])
		if refusal != "" {
			return refusal
		}
		return fmt.Sprint(ticket.number)
	case "fetched":
		crawl.Fetched(step[1])
		return ""
	}
	number, _ := strconv.ParseFloat(step[1], 64)
	ticket, next, ok := Ticket{crawl, number}, Next{}, false
	switch step[0] {
	case "failed":
		next, ok = ticket.Failed()
	case "released":
		next, ok = ticket.Released()
	default:
		status, _ := strconv.Atoi(step[2])
		next, ok = ticket.Done(Answer{Status: status, URL: step[3], Digest: []byte(step[4])})
	}
	if !ok {
		return ""
	}
	return fmt.Sprint(next.Ticket.number, " ", next.URL)
}
