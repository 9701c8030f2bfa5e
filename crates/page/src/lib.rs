//! A run as one HTML page that needs no other file, and the parts of such pages.
//!
//! [`Figures`] counts the decisions while any report is written. Its memory is bounded, except for
//! 16 bytes for each group. The filter holds the kept lines. [`render`] writes the page when the
//! run ends, for whatever reason.
//!
//! Other pages are written with [`document()`], [`navigation`] and [`Html`].

mod census;
mod charts;
mod document;
mod excerpt;
mod figures;
mod groups;
mod hosts;
mod html;
mod sample;
mod sections;
mod site;
mod tree;

pub use document::{document, navigation};
pub use excerpt::Excerpt;
pub use figures::Figures;
pub use html::{Html, TableColumn};
pub use sections::{EndedRun, render};
