//! The crawl for Python.

use crate::guard::guarded;
use crate::settings::{self, refusal, unbuilt};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use std::sync::Mutex;
use urlsift::Builder;
use urlsift::crawl::{Answer, Crawl, Limits, Next};

/// Decides which links a crawl should request, and learns from the answers.
#[pyclass(frozen, name = "Crawl", module = "urlsift")]
pub(crate) struct PyCrawl {
    held: Mutex<Crawl>,
    settings: Builder,
    limits: Limits,
}

/// A link that waited, and its ticket.
type Waited = Option<(String, u64)>;

fn waited(next: Option<Next>) -> Waited {
    let next = next?;
    let ticket = next.ticket.number();
    Some((next.url, ticket))
}

impl PyCrawl {
    fn with<T>(&self, work: impl FnOnce(&mut Crawl) -> T) -> PyResult<T> {
        Python::attach(|py| {
            let lock = self.held.lock_py_attached(py);
            let Ok(mut crawl) = lock else {
                let message = "this crawl panicked in an earlier call: make a new one";
                return Err(PyRuntimeError::new_err(message));
            };
            guarded(|| work(&mut crawl))
        })
    }
}

#[pymethods]
impl PyCrawl {
    #[new]
    #[pyo3(signature = (threshold = None, **settings), text_signature = None)]
    fn new(
        threshold: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let mut limits = Limits::default();
        for (name, limit) in limits.by_name() {
            let Some(settings) = settings else {
                break;
            };
            let Some(given) = settings.get_item(name)? else {
                continue;
            };
            let Ok(number) = given.extract() else {
                let message = format!("{name}: must be a whole number from 0, not {given}");
                return Err(PyValueError::new_err(message));
            };
            *limit = number;
            settings.del_item(name)?;
        }
        let settings = settings::builder("Crawl", threshold, settings, py)?;
        let crawl = Crawl::new(settings.clone(), limits);
        let crawl = crawl.map_err(|error| unbuilt(&settings, error))?;
        Ok(Self {
            held: Mutex::new(crawl),
            settings,
            limits,
        })
    }

    /// Takes a link: returns its ticket, or why it has none.
    fn take(&self, url: &str) -> PyResult<(Option<u64>, Option<&'static str>)> {
        self.with(|crawl| match crawl.take(url) {
            Ok(ticket) => (Some(ticket.number()), None),
            Err(refusal) => (None, Some(refusal.name())),
        })
    }

    /// Settles a ticket by its answer, and returns the link that has its turn with its ticket.
    #[pyo3(signature = (ticket, status = 200, address = "", digest = None, canonical = None))]
    fn done(
        &self,
        ticket: u64,
        status: u16,
        address: &str,
        digest: Option<&[u8]>,
        canonical: Option<&str>,
    ) -> PyResult<Waited> {
        let answer = Answer {
            address,
            status,
            digest,
            canonical,
        };
        self.with(|crawl| {
            let next = crawl.done(ticket.into(), &answer);
            waited(next)
        })
    }

    /// Settles a ticket whose page was not answered well.
    fn failed(&self, ticket: u64) -> PyResult<Waited> {
        self.with(|crawl| {
            let next = crawl.failed(ticket.into());
            waited(next)
        })
    }

    /// Settles a ticket whose request was never sent.
    fn released(&self, ticket: u64) -> PyResult<Waited> {
        self.with(|crawl| {
            let next = crawl.released(ticket.into());
            waited(next)
        })
    }

    /// Counts a page that was answered well without a ticket.
    fn fetched(&self, url: &str) -> PyResult<()> {
        self.with(|crawl| crawl.fetched(url))
    }

    /// Returns the open tickets with their links.
    #[getter]
    fn open(&self) -> PyResult<Vec<(u64, String)>> {
        self.with(|crawl| {
            let mut open = Vec::new();
            for (ticket, url) in crawl.open() {
                open.push((ticket.number(), url.to_owned()));
            }
            open
        })
    }

    /// Returns the links that wait.
    #[getter]
    fn waiting(&self) -> PyResult<Vec<String>> {
        self.with(|crawl| {
            let links = crawl.waiting();
            links.map(str::to_owned).collect()
        })
    }

    /// Returns the number of templates with a well answered page.
    #[getter]
    fn templates(&self) -> PyResult<usize> {
        self.with(|crawl| crawl.templates())
    }

    /// Starts another crawl with what is known of templates.
    fn restart(&self) -> PyResult<()> {
        self.with(Crawl::restart)
    }

    /// Returns everything that the crawl knows, as bytes.
    fn save(&self) -> PyResult<Vec<u8>> {
        self.with(Crawl::save)?.map_err(refusal)
    }

    /// Loads saved bytes, and forgets what the crawl knew.
    fn load(&self, saved: &[u8]) -> PyResult<()> {
        let load = |crawl: &mut Crawl| {
            *crawl = Crawl::load(self.settings.clone(), self.limits, saved)?;
            Ok(())
        };
        self.with(load)?.map_err(refusal)
    }
}
