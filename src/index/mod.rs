//! "Is any representative similar to this?"
//!
//! One question ([`Index`]), one implementation for each [plan](crate::plan): [`Templates`] where a template decides,
//! [`Literals`] where cores and bands were computed while scanning, and [`ByFeatures`] for the rest. The last one searches by
//! [`Neighbours`](question::Neighbours): [`Bands`] for the overlap of features, [`Slices`] for SimHash codes, and [`Exhaustive`], which compares with
//! everything and is an oracle of the other two.

mod bands;
mod cores;
mod crowd;
mod entries;
mod exhaustive;
mod features;
mod literals;
mod owners;
mod postings;
mod question;
pub(crate) mod simhash;
mod templates;
mod vocabulary;

pub(crate) use bands::Bands;
pub(crate) use exhaustive::{Exhaustive, Measure};
pub(crate) use features::ByFeatures;
pub(crate) use literals::Literals;
pub(crate) use question::{Id, Index, Match};
pub(crate) use simhash::Slices;
pub(crate) use templates::Templates;
