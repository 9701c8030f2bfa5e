//! Similarity: weighted features of a URL, the keys that similar URLs share, and the tables in
//! which kept URLs are found by them.

pub mod feature;
pub mod index;
pub mod measure;
pub mod plan;
pub mod similarity;
pub mod table;
