//! The Python module of urlsift: the library's filter, for lines that are `bytes` or `str`.
//!
//! `module/urlsift/_urlsift.pyi` describes its interface.

mod clusters;
mod columns;
mod comparison;
mod crawl;
mod divided;
mod explanation;
mod filter;
mod filtered;
mod guard;
mod line;
mod recent;
mod setting;
mod settings;
mod sift;
mod state;
mod verdict;

use pyo3::prelude::*;

/// The compiled part of the package `urlsift`.
#[pymodule]
mod _urlsift {
    #[pymodule_export]
    use crate::clusters::PyClusters;
    #[pymodule_export]
    use crate::columns::{column, column_of_text};
    #[pymodule_export]
    use crate::comparison::{PyComparison, compare};
    #[pymodule_export]
    use crate::crawl::PyCrawl;
    #[pymodule_export]
    use crate::divided::PyDividedTerms;
    #[pymodule_export]
    use crate::explanation::PyExplanation;
    #[pymodule_export]
    use crate::guard::panic;
    #[pymodule_export]
    use crate::line::many;
    #[pymodule_export]
    use crate::recent::PyRecentLine;
    #[pymodule_export]
    use crate::setting::{PySetting, settings};
    #[pymodule_export]
    use crate::sift::PySift;
    #[allow(non_upper_case_globals, reason = "Python calls it so")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
