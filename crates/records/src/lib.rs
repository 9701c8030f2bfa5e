//! Splits texts and sequences of requests into terms, so that the filter compares them like URLs.

mod fold;
mod header;
mod json;
mod piece;
mod pieces;
mod quantities;
mod records;
mod sequence;
mod sequence_terms;
mod settings;
mod text_terms;
mod unspaced;
mod values;

pub use fold::Fold;
pub use records::Records;
pub use settings::{RecordKind, RecordSettings};
