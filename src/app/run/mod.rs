//! The filter as a run: its inputs, its outputs, its memory, and what a user sees meanwhile.

pub(crate) mod advice;
pub(crate) mod destination;
pub(crate) mod filter;
pub(crate) mod finished;
pub(crate) mod inputs;
pub(crate) mod memory;
pub(crate) mod monitor;
pub(crate) mod open_state;
pub(crate) mod outcome;
pub(crate) mod output;
pub(crate) mod page;
pub(crate) mod page_file;
pub(crate) mod progress;
pub(crate) mod record_file;
pub(crate) mod report;
pub(crate) mod rereading;
pub(crate) mod signals;
pub(crate) mod stdout;
