//! The Python module of urlsift: the library's filter, for lines that are `bytes` or `str`.
//!
//! `module/urlsift/_urlsift.pyi` describes its interface.

mod clusters;
mod columns;
mod crawl;
mod explanation;
mod filter;
mod filtered;
mod guard;
mod line;
mod setting;
mod settings;
mod sift;
mod verdict;

use pyo3::prelude::*;

/// The compiled part of the package `urlsift`.
#[pymodule]
mod _urlsift {
    #[pymodule_export]
    use crate::clusters::Clusters;
    #[pymodule_export]
    use crate::columns::{column, column_of_text, lines};
    #[pymodule_export]
    use crate::crawl::Crawl;
    #[pymodule_export]
    use crate::explanation::Explanation;
    #[pymodule_export]
    use crate::guard::panic;
    #[pymodule_export]
    use crate::setting::{Setting, settings};
    #[pymodule_export]
    use crate::sift::Sift;
}
