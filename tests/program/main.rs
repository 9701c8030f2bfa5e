//! The program as a user runs it: arguments, files and standard input in; records, messages, files
//! and an exit status out. These tests neither name the library nor use proptest, so that they
//! compile quickly. Tests that do belong to `tests/library`, tests of documents to
//! `tests/repository`.

#[path = "../support/mod.rs"]
mod support;
use support::{compress, lists, needs, printed, program, server, waiting};

// Input.

// Input that is not a list of URLs: binary data, hostile names, control characters.
mod bad_input;
// `--base` before paths of all formats.
mod base;
// Lists compressed by gzip, zstd, bzip2 or xz.
mod compressed;
// URLs and requests found in texts and documents by `--extract`.
mod extract;
// `urlsift fields`, and the table of formats and fields in the manual.
mod fields;
// Records of other tools: JSON lines, columns, logs.
mod formats;
// Several files, each in another format.
mod mixed_files;
// Records that have a method, a status or other fields that keep them apart.
mod requests;
// Texts and sequences instead of URLs (`--as`), and `urlsift sessions`.
mod records;
// Hosts, networks, ports and `!` in all options that take hosts.
mod places;
// Options that select URLs before they are compared, and junk.
mod selection;

// Which lines are similar.

// One table of small runs. Start here: a new case is one row.
mod cases;
// `urlsift classes`: the rule that matches each segment.
mod classes;
// Parameters that do not count, everywhere or on one host.
mod ignored_parameters;
// `urlsift keys`: keys that similar lines share.
mod keys;
// Names outside ASCII: options take them and outputs show them as people write them.
mod languages;
// `--merge-hosts`.
mod merged_hosts;
// `--same-answer`.
mod same_answers;
// Rules taught by `urlsift teach`.
mod teach;
// URLs with a user name.
mod user_names;

// Output.

// Colours, formats, and what is printed of a line.
mod printing;
// `--explain`, `--count`, JSON lines, shapes and samples.
mod reports;
// `--order novel`.
mod novelty;
// `--print LIST`, `--all`, `--json`.
mod columns;
// `--rules`: one file about the places of sites.
mod site_rules;
// `-n`: the first lines that are printed.
mod top;
// The page of `--report` as text.
mod page;
// The same page in a browser.
#[cfg(unix)]
mod browser;
// Notes on what options, inputs and states do not do.
mod effects;
// `--stats`.
mod statistics;

// Subcommands that read whole lists.

// `urlsift cluster`.
mod cluster;
// `urlsift diff`.
mod diff;
// `urlsift export`, by programs that read the rules.
mod export;
// `urlsift templates`.
#[cfg(target_os = "linux")]
mod templates;
// `urlsift traps`.
mod traps;

// States: `--state`, `--window` and `urlsift state`.
mod state;

// How a run goes and ends.

// Files that cannot be read or written: messages and exit status.
mod failures;
// Runs that are killed or run out of room: what was decided before is written.
#[cfg(unix)]
mod faults;
// SIGINT, SIGTERM and SIGHUP.
#[cfg(unix)]
mod signals;
// When lines appear, memory use, and closed pipes.
mod streams;
// Progress bar and notes on a terminal.
mod terminal;

// Help for people who type, and the page to try the filter.

// Completions, asked of each shell.
#[cfg(unix)]
mod completions;
// Tips for words of other programs, and the short help.
mod hints;
// The page to try the filter, in a browser.
#[cfg(unix)]
mod try_page;

// Drives a browser for `browser` and `try_page`.
#[cfg(unix)]
mod webdriver;
