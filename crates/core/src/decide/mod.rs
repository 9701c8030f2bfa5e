//! The filter: decides on one record after another, and tells why.

mod assembly;
mod copies;
mod decided;
mod decider;
pub mod deciders;
pub mod event;
pub mod filter;
pub mod known;
pub mod limits;
mod original;
pub mod policy;
mod rounds;
pub mod sift;
pub(crate) mod unsettled;
pub mod verdict;
