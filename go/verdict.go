package urlsift

import "strconv"

// A Verdict says what became of a line.
type Verdict uint8

const (
	Kept           Verdict = 1  // a URL that is similar to no kept one
	Sample         Verdict = 2  // similar, but among the first lines of its group that WithSamples asks for
	NotURL         Verdict = 3  // not a URL, seen for the first time
	Header         Verdict = 4  // names the columns of the lines after it
	Similar        Verdict = 16 // similar to a kept URL
	Unwanted       Verdict = 17 // excluded by a condition or limit
	Repeated       Verdict = 18 // not a URL, and the same line came before
	RepeatedHeader Verdict = 19 // a header that came before
	Empty          Verdict = 20 // an empty line
)

// Printed reports whether the program would print the line.
func (v Verdict) Printed() bool { return v > 0 && v < Similar }

// String returns the name of the verdict in output of the program, like "not_url".
func (v Verdict) String() string {
	switch v {
	case Kept:
		return "kept"
	case Sample:
		return "sample"
	case NotURL:
		return "not_url"
	case Header, RepeatedHeader:
		return "header"
	case Similar:
		return "similar"
	case Unwanted:
		return "unwanted"
	case Repeated:
		return "repeated"
	case Empty:
		return "empty"
	}
	return "Verdict(" + strconv.Itoa(int(v)) + ")"
}
