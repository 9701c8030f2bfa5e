//! The filter for Python.

use crate::columns::ArrowColumn;
use crate::explanation::PyExplanation;
use crate::filter::ExplainedFilter;
use crate::filtered::Filtered;
use crate::guard::guarded;
use crate::line;
use crate::settings::{self, refusal, unbuilt};
use crate::state;
use crate::verdict::{NOT_URL, member, number};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};
use std::sync::{LockResult, Mutex, MutexGuard};
use urlsift::explain::templates::learned_shape;
use urlsift::explain::{Decision, LineKeys};
use urlsift::memory::Recorder;
use urlsift::{Batch, Builder, Verdict};

/// The seed of keys if none is given: that of `urlsift keys`, so that keys are the same in every
/// process.
const SEED_OF_KEYS: [u64; 2] = [0, 0];

// Shown by `help`: the arguments and their effects, from the tables of settings.
#[doc = include_str!("sift.txt")]
#[allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "Python shows it as plain text"
)]
#[pyclass(frozen, name = "Sift", module = "urlsift")]
pub(crate) struct PySift(Mutex<Option<OpenSift>>);

/// A filter that is not closed.
struct OpenSift {
    filter: ExplainedFilter,
    settings: Builder,
    /// Computes keys; created on first use.
    keyed: Option<urlsift::Sift>,
    /// The lines of the last call, if they can be queried.
    last: Option<GivenLines>,
    /// Buffer, kept for reuse.
    batch: Batch,
}

/// The lines of one call.
#[derive(Clone, Default)]
struct GivenLines {
    bytes: Vec<u8>,
    /// The end of each line, and whether it was given as text.
    ends: Vec<(usize, bool)>,
}

impl GivenLines {
    fn push(&mut self, line: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add(&line::bytes(line)?, line.is_instance_of::<PyString>());
        Ok(())
    }

    fn add(&mut self, line: &[u8], is_text: bool) {
        self.bytes.extend_from_slice(line);
        self.ends.push((self.bytes.len(), is_text));
    }

    fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> + Clone {
        (0..self.ends.len()).map(|index| self.get(index).0)
    }

    /// A line, and whether it was given as text.
    fn get(&self, index: usize) -> (&[u8], bool) {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, is_text) = self.ends[index];
        (&self.bytes[start..end], is_text)
    }
}

impl OpenSift {
    fn admit(&mut self, given: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let line = line::bytes(given)?;
        if let Some(last) = &mut self.last {
            *last = GivenLines::default();
            last.push(given)?;
        }
        self.filter.admit(&line).map_err(refusal)
    }

    fn decide(&mut self, lines: GivenLines) -> PyResult<Vec<Verdict>> {
        let verdicts = self.verdicts(lines.iter())?;
        if let Some(last) = &mut self.last {
            *last = lines;
        }
        Ok(verdicts)
    }

    fn verdicts<'l>(&mut self, lines: impl Iterator<Item = &'l [u8]>) -> PyResult<Vec<Verdict>> {
        self.batch.clear();
        let scanner = self.filter.sift().scanner();
        let lines: Vec<&[u8]> = lines.collect();
        for line in &lines {
            scanner.scan(line, &mut self.batch);
        }
        self.filter.decide(&self.batch, &lines).map_err(refusal)
    }

    /// A line of the last call with its decision; negative indices count from the end.
    fn last(&self, index: isize) -> PyResult<(&[u8], bool, &Decision)> {
        let Some(last) = &self.last else {
            return Err(PyValueError::new_err(
                "this filter remembers nothing beyond its verdicts: make it with detail=\"shapes\", \"groups\" or \"explanations\"",
            ));
        };
        let decisions = self.filter.explainer().decisions();
        let at = if index < 0 {
            decisions.len().checked_add_signed(index)
        } else {
            usize::try_from(index).ok()
        };
        let Some(decision) = at.and_then(|at| decisions.get(at)) else {
            let message = format!("no line {index}: the last call took {}", decisions.len());
            return Err(PyIndexError::new_err(message));
        };
        let (line, is_text) = last.get(at.unwrap_or_default());
        Ok((line, is_text, decision))
    }

    fn copied(&self) -> PyResult<Self> {
        let message = "a Sift with a state or a window cannot be copied";
        let filter = self
            .filter
            .copied()
            .ok_or_else(|| PyTypeError::new_err(message))?;
        Ok(Self {
            filter,
            settings: self.settings.clone(),
            keyed: None,
            last: self.last.clone(),
            batch: Batch::default(),
        })
    }

    fn recorder(&mut self) -> PyResult<&mut Recorder> {
        let message = "the filter notes nothing to be saved: make it with notes=True";
        self.filter
            .recorder()
            .ok_or_else(|| PyValueError::new_err(message))
    }

    fn keyed(&mut self) -> PyResult<&urlsift::Sift> {
        match &mut self.keyed {
            Some(keyed) => Ok(keyed),
            none => {
                // Keys are those of the line by itself.
                let settings = self.settings.clone().learn(false);
                let has_seed = settings::is_set(&settings, "seed");
                let settings = if has_seed {
                    settings
                } else {
                    settings.seed(SEED_OF_KEYS)
                };
                Ok(none.insert(settings.build().map_err(refusal)?))
            }
        }
    }
}

/// The filter behind its lock; `None` once it is closed.
type Locked<'l> = MutexGuard<'l, Option<OpenSift>>;

fn unlocked(lock: LockResult<Locked<'_>>) -> PyResult<Locked<'_>> {
    lock.map_err(|_| {
        PyRuntimeError::new_err("this filter panicked in an earlier call: make a new one")
    })
}

fn open(state: &mut Option<OpenSift>) -> PyResult<&mut OpenSift> {
    state
        .as_mut()
        .ok_or_else(|| PyValueError::new_err("this filter was closed"))
}

fn listed(keys: LineKeys) -> PyResult<Vec<u64>> {
    match keys {
        LineKeys::Empty => Ok(Vec::new()),
        LineKeys::NotUrl(key) => Ok(vec![key]),
        LineKeys::Url(keys) => Ok(keys),
        _ => Err(PyValueError::new_err(
            "the URL has more than 4,096 keys: use a higher threshold",
        )),
    }
}

impl PySift {
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut OpenSift) -> PyResult<T>,
    ) -> PyResult<T> {
        guarded(|| work(open(&mut *unlocked(self.0.lock_py_attached(py))?)?))?
    }

    /// Works on the filter while other threads of Python run.
    fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut OpenSift) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| guarded(|| work(open(&mut *unlocked(self.0.lock())?)?)))?
    }

    /// Ends the filter, and stores its decisions unless an exception made them void.
    fn ended(&self, stores: bool, py: Python<'_>) -> PyResult<()> {
        let ended = || match unlocked(self.0.lock())?.take() {
            Some(mut state) if stores => state
                .filter
                .session()
                .map_or(Ok(()), |session| session.end(None))
                .map_err(refusal),
            _ => Ok(()),
        };
        py.detach(|| guarded(ended))?
    }

    pub(crate) fn verdict(&self, line: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        self.with(line.py(), |state| state.admit(line))
    }
}

#[pymethods]
impl PySift {
    #[new]
    #[pyo3(signature = (threshold = None, *, state = None, window = None, **settings), text_signature = None)]
    fn new(
        threshold: Option<&Bound<'_, PyAny>>,
        state: Option<&Bound<'_, PyAny>>,
        window: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let settings = settings::builder("Sift", threshold, settings, py)?;
        let is_set = |name| settings::is_set(&settings, name);
        let remembers = state.or(window).is_some();
        let filter = ExplainedFilter::new(settings.clone(), is_set("notes") && !remembers);
        let mut filter = filter.map_err(|error| unbuilt(&settings, error))?;
        if remembers {
            filter = state::opened(&settings, state, window, py)?;
        }
        let last = is_set("detail").then(GivenLines::default);
        let batch = Batch::default();
        Ok(Self(Mutex::new(Some(OpenSift {
            filter,
            settings,
            keyed: None,
            last,
            batch,
        }))))
    }

    /// Reads the first line of a source with the URL in a column.
    fn begin(&self, first: &Bound<'_, PyAny>) -> PyResult<bool> {
        let line = line::bytes(first)?;
        self.with(first.py(), |state| {
            state.filter.begin(&line).map_err(refusal)
        })
    }

    /// Decides on one line.
    fn admit(&self, line: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        member(self.verdict(line)?, line.py())
    }

    /// Yields the lines that the program would print, as they come.
    fn filter(this: Py<Self>, lines: &Bound<'_, PyAny>) -> PyResult<Filtered> {
        let decide = move |line: &Bound<'_, PyAny>| Ok(this.get().verdict(line)?.is_printed());
        Ok(Filtered {
            decide: Box::new(decide),
            lines: line::many(lines)?.unbind(),
            taken: 0,
        })
    }

    /// Decides on many lines at once, while other threads run.
    fn decide(&self, lines: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
        let py = lines.py();
        let mut taken = GivenLines::default();
        for (index, line) in line::many(lines)?.enumerate() {
            let line = line?;
            taken
                .push(&line)
                .map_err(|error| line::at(index, &line, error))?;
        }
        let verdicts = self.detached(py, |state| state.decide(taken))?;
        verdicts
            .into_iter()
            .map(|verdict| member(verdict, py))
            .collect()
    }

    /// Decides on a column of lines, and returns the number of each verdict among the members of
    /// `Verdict`.
    fn decide_column(&self, offsets: &[u8], data: &[u8], py: Python<'_>) -> PyResult<Vec<u8>> {
        self.detached(py, |state| {
            let column = ArrowColumn::new(offsets, data)?;
            let mut numbers: Vec<u8> = state
                .verdicts(column.lines())?
                .into_iter()
                .map(number)
                .collect();
            for line in column.long() {
                numbers[line] = NOT_URL;
            }
            if let Some(last) = &mut state.last {
                *last = GivenLines::default();
                for line in column.lines() {
                    last.add(line, false);
                }
            }
            Ok(numbers)
        })
    }

    /// Returns a 64-bit number for the part of a list that each line of a column belongs to.
    fn parts_of_column(&self, offsets: &[u8], data: &[u8], py: Python<'_>) -> PyResult<Vec<u8>> {
        self.detached(py, |state| {
            state.keyed()?;
            let OpenSift {
                filter,
                keyed: Some(keyed),
                ..
            } = state
            else {
                unreachable!("it was just made")
            };
            Ok(ArrowColumn::new(offsets, data)?.parts(filter.sift(), keyed))
        })
    }

    /// Returns the template of each line of a column as it reads with everything learned.
    fn shapes_of_column(
        &self,
        offsets: &[u8],
        data: &[u8],
        py: Python<'_>,
    ) -> PyResult<Vec<Option<String>>> {
        self.detached(py, |state| {
            let sift = state.filter.sift();
            Ok(ArrowColumn::new(offsets, data)?
                .lines()
                .map(|line| learned_shape(sift, line))
                .collect())
        })
    }

    /// Explains why a line of the last call was dropped.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn explain(&self, index: isize, py: Python<'_>) -> PyResult<Option<PyExplanation>> {
        self.with(py, |state| {
            let (line, is_text, decision) = state.last(index)?;
            let found = state.filter.explainer().explain(line, decision);
            found
                .map(|found| PyExplanation::new(&found, is_text, py))
                .transpose()
        })
    }

    /// Returns the template of a line of the last call.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn shape(&self, index: isize, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |state| {
            let (line, _, decision) = state.last(index)?;
            Ok(state.filter.explainer().shape(line, decision))
        })
    }

    /// Returns the number of the group of a line of the last call.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn group(&self, index: isize, py: Python<'_>) -> PyResult<Option<u64>> {
        self.with(py, |state| Ok(state.last(index)?.2.group))
    }

    /// Returns the keys that similar lines share.
    fn keys(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bytes = line::bytes(line)?;
        self.with(line.py(), |state| {
            listed(LineKeys::of(state.keyed()?, &bytes))
        })
    }

    /// Returns the keys of a line as it reads with everything learned.
    fn learned_keys(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bytes = line::bytes(line)?;
        self.with(line.py(), |state| {
            listed(LineKeys::learned(state.filter.sift(), &bytes))
        })
    }

    /// Returns the template of a line as it reads with everything learned.
    fn learned_shape(&self, line: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let bytes = line::bytes(line)?;
        self.with(line.py(), |state| {
            Ok(learned_shape(state.filter.sift(), &bytes))
        })
    }

    /// Returns the host of a line, as the filter compares it.
    fn host(&self, line: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let bytes = line::bytes(line)?;
        self.with(line.py(), |state| {
            Ok(state.filter.sift().scanner().host(&bytes))
        })
    }

    /// Whether URLs on different hosts are never similar.
    #[getter]
    fn separates_hosts(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |state| Ok(!state.filter.sift().view().hosts_meet))
    }

    /// Returns the number of representatives.
    #[getter]
    fn kept(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |state| Ok(state.filter.sift().len()))
    }

    /// Returns the memory used by the filter, in bytes, approximately.
    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |state| Ok(state.filter.memory_usage()))
    }

    /// Returns the number of searches that hit their limit.
    #[getter]
    fn search_limit_hits(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |state| {
            Ok(state.filter.sift().view().deciders.shortfall().limit_hits)
        })
    }

    /// Forgets all lines, but keeps what was learned.
    fn restart(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |state| state.filter.restart().map_err(refusal))
    }

    /// Stores the decisions in the state.
    fn commit(&self, py: Python<'_>) -> PyResult<()> {
        self.detached(py, |state| {
            let message = "the filter has no state: make it with state=";
            let session = state
                .filter
                .session()
                .ok_or_else(|| PyValueError::new_err(message))?;
            session
                .commit(None)
                .and_then(|()| session.wait_stored())
                .map_err(refusal)
        })
    }

    /// Stores the decisions in the state, and leaves it to others.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.ended(true, py)
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (kind, _error, _trace, /))]
    fn __exit__(
        &self,
        kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
        py: Python<'_>,
    ) -> PyResult<()> {
        self.ended(kind.is_none(), py)
    }

    /// Returns the number of lines dropped because a path position was learned, and those
    /// positions.
    #[allow(clippy::type_complexity, reason = "it is a tuple in Python")]
    fn learned_positions(
        &self,
        py: Python<'_>,
    ) -> PyResult<Option<(u64, Vec<(String, u64, usize, Vec<String>)>)>> {
        self.with(py, |state| {
            Ok(state
                .filter
                .explainer()
                .learned_positions()
                .map(|(lines, positions)| {
                    let position = |p: urlsift::explain::LearnedPosition| {
                        (p.pattern, p.lines, p.names, p.suspects)
                    };
                    (lines, positions.into_iter().map(position).collect())
                }))
        })
    }

    /// Returns everything that the filter knows, as bytes.
    fn save(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let mut saved = Vec::new();
        self.with(py, |state| {
            state.recorder()?.save(&mut saved).map_err(refusal)
        })?;
        Ok(saved)
    }

    /// Loads saved bytes, and forgets what the filter knew.
    fn load(&self, saved: &[u8], py: Python<'_>) -> PyResult<()> {
        self.with(py, |state| {
            state.filter = ExplainedFilter::loaded(
                Recorder::load(state.settings.clone(), saved).map_err(refusal)?,
            );
            state.last = state.last.take().map(|_| GivenLines::default());
            Ok(())
        })
    }

    /// Returns what the filter knows of the host of a URL, as bytes.
    fn save_host(&self, url: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
        let line = line::bytes(url)?;
        self.with(url.py(), |state| {
            state.recorder()?.save_host(&line).map_err(refusal)
        })
    }

    /// Adds another filter's knowledge of a host.
    fn load_host(&self, saved: &[u8], py: Python<'_>) -> PyResult<()> {
        self.with(py, |state| {
            state.recorder()?.load_host(saved).map_err(refusal)
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.with(py, |state| Ok(Self(Mutex::new(Some(state.copied()?)))))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>, py: Python<'_>) -> PyResult<Self> {
        self.__copy__(py)
    }

    #[allow(clippy::unused_self, reason = "Python calls it as a method")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Sift cannot be pickled: make one in each process from the same settings, and pass on what `save` gives",
        ))
    }
}
