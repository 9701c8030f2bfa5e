//! The program from outside: what goes in, what comes out, what it says and how it ends.

mod agreement;
mod answers;
mod archives;
mod bad_input;
#[cfg(unix)]
mod bounds;
#[cfg(unix)]
mod browser;
mod cases;
mod claims;
mod classes;
mod cluster;
mod comparisons;
#[cfg(unix)]
mod completions;
mod compressed;
mod copies;
mod definition;
mod definition_default;
mod definition_texts;
mod dependencies;
mod diff;
mod earlier;
mod export;
mod extract;
mod failures;
mod faults;
mod fields;
#[cfg(unix)]
mod figures;
mod formats;
mod generated;
mod golden;
mod groups;
mod hints;
mod hosts;
mod keys;
mod library;
mod memory;
mod names;
mod needs;
mod novelty;
mod oracle;
mod outputs;
#[cfg(unix)]
mod packaging;
mod page;
mod parameters;
mod parity;
mod pinned;
mod printing;
mod program;
mod properties;
mod quality;
#[cfg(unix)]
mod recipes;
mod records;
mod remembering;
mod reports;
mod requests;
mod runs;
mod selection;
mod server;
mod sharing;
#[cfg(unix)]
mod signals;
mod state;
mod state_files;
mod states;
mod statistics;
mod stores;
mod streams;
mod structure;
mod table;
mod teach;
#[cfg(target_os = "linux")]
mod templates;
mod terminal;
mod times;
mod traps;
#[cfg(unix)]
mod try_page;
mod users;
mod waiting;
#[cfg(unix)]
mod webdriver;
