//! The repository's own rules: documents say what is true, generated files are up to date, and the
//! sources keep their structure. A test of what the program does belongs to `tests/program`.

#[path = "../support/mod.rs"]
mod support;
use support::{lists, needs, printed, program};

// Documents.

// Help, manual, completions, README, CONTRIBUTING and `.ci/run` name the same things.
mod agreement;
// Outputs, figures and the picture in the documents.
#[cfg(unix)]
mod figures;
// Benchmarks beside other programs run.
#[cfg(unix)]
mod benches;
// The first examples of the documents.
mod first_examples;
// Manual page and completions are what the program prints.
mod generated;
// What the packages for other languages have to agree with.
mod vectors;
// The table of quality, and floors for recall.
mod quality;
// Pipelines of the documents, run as they stand.
#[cfg(unix)]
mod recipes;

// Sources.

// Licences, and which crate may depend on which.
mod dependencies;
// What a stranger pays for reading the sources, with ceilings that only fall.
mod measures;
// Settings are the same in the program, the library, Python and Spark.
mod parity;
// Imports: no circles, and only downwards.
mod structure;

// Packages of a release, the installer and the action.
#[cfg(unix)]
mod packaging;
