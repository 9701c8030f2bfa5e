//! The filter as a run: its inputs, its outputs, its memory, and what a user sees meanwhile.

pub(crate) mod advice;
mod destination;
pub(crate) mod filter;
pub(crate) mod inputs;
mod memory;
mod monitor;
mod open_state;
mod outcome;
mod output;
mod page;
mod page_file;
mod progress;
mod record_file;
mod report;
pub(crate) mod rereading;
mod signals;
pub(crate) mod stdout;

pub(crate) use destination::{Destination, named_file};
pub(crate) use filter::KEYS_SEED;
pub(crate) use monitor::{ListedRequests, Monitor};
pub(crate) use open_state::{advice_to_task, open_state};
pub(crate) use outcome::RunOutcome;
pub(crate) use output::Existing;
pub(crate) use page_file::PageFile;
pub(crate) use progress::Progress;
pub(crate) use report::printed;
pub(crate) use rereading::RereadInputs;
pub(crate) use signals::Signals;
pub(crate) use stdout::{print, print_by};
