//! The library: its promises, its properties on random lists, and the definition of similarity
//! written a second time. Properties of whole runs of the program are here, too, since they use the
//! same random lists. A new table of arguments and outputs belongs to `tests/program`.

#[path = "../../benches/internals.rs"]
mod internals;
#[path = "../support/mod.rs"]
mod support;
use support::{compress, lists, printed, program, server, waiting};

// Similarity against its definition.

// Literal URLs against a naive definition.
mod definition;
// URLs with classes and learned positions against a naive definition.
mod definition_default;
// Components of long texts against all pairs.
mod definition_texts;
// Each index against comparing with everything.
mod oracle;
// One table of pairs of URLs for each metric and index. Start here: a new pair is one row.
mod pairs;
// `ParamMode::Names` against its definition.
mod parameter_names;

// Promises of the library.

// Comparisons: components add up, and sides can be exchanged.
mod comparisons;
// Compressed sources, in pieces and damaged.
mod compressed;
// Sources and outputs that fail at any byte.
mod faults;
// Representatives, explanations and samples.
mod representatives;
// Lengths that saved bytes, files and servers name.
mod lengths;
// Names of settings, and messages of errors.
mod settings_and_errors;
// What filters remember, and stores.
mod state;

// Properties of random lists.

// Properties of the filter.
mod properties;
// Properties of whole runs of the program: outputs agree, and threads change nothing.
mod whole_runs;
// The time that a long line takes, in each mode.
#[cfg(unix)]
mod bounds;
// What long texts cost, and which of their copies are found.
mod long_texts;
// `--order novel`.
mod novelty;
// `urlsift export --to rules`.
mod pinned;
// Keys and components that the program prints, against the library.
mod same_as_program;
