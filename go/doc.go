// Package urlsift keeps one URL of every group of similar ones, while they stream by.
//
// Two URLs are similar if at least 95 % of their parts agree, by weight. Values that vary (ids, dates,
// hashes, the values of parameters) count as equal, and so do words at a path position that a site has
// shown to be variable. A [Filter] decides on lines in the order in which they come:
//
//	filter, err := urlsift.New()
//	if err != nil {
//		return err
//	}
//	defer filter.Close()
//	for _, url := range found {
//		if filter.Admit(url).Printed() {
//			fetch(url)
//		}
//	}
//
// Its verdicts are those of the program urlsift, byte for byte. The engine of the program is embedded as
// WebAssembly and run by wazero, so the package needs neither cgo nor files beside the program. A line
// takes one to two microseconds.
//
// A crawler needs more than that to end on sites with traps: see [Crawl].
//
// # Settings
//
// All settings of the program that concern decisions are known by the names of its options, without the
// dashes: WithSetting("merge-hosts", "true") for --merge-hosts. What would have no effect or contradicts
// another setting is an error of [New].
//
// # Start
//
// To compile the engine takes one to two seconds of processor time. So the result is kept in a folder of
// the user's cache, and later processes start in less than a tenth of a second: see [WithCacheDir].
package urlsift
