//! The filter for Python.

use crate::columns::ArrowColumn;
use crate::explanation::PyExplanation;
use crate::filter::ExplainedFilter;
use crate::filtered::Filtered;
use crate::guard::guarded;
use crate::line;
use crate::recent::{PyRecentLine, query};
use crate::settings::{self, refusal, unbuilt};
use crate::state::{self, GivenMemory};
use crate::verdict::{NOT_URL, member, number};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::{LockResult, Mutex, MutexGuard};
use urlsift::explain::templates::learned_shape;
use urlsift::explain::{Decision, LineBands, LineKeys};
use urlsift::memory::{Recorder, Session};
use urlsift::{Batch, Builder, Filter, Sift, Verdict};

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
    keyed: Option<Sift>,
    /// The lines of the last call, if they can be queried.
    last: Option<GivenLines>,
    /// Buffer, kept for reuse.
    batch: Batch,
}

/// The lines of one call.
#[derive(Clone, Default)]
struct GivenLines {
    bytes: Vec<u8>,
    ends: Vec<GivenLineEnd>,
}

/// The end of a line among the bytes of all lines.
#[derive(Clone, Copy, Default)]
struct GivenLineEnd {
    at: usize,
    /// Whether the line was given as text.
    is_text: bool,
}

/// A line of the last call.
struct LastLine<'f> {
    bytes: &'f [u8],
    /// Whether it was given as text.
    is_text: bool,
    decision: &'f Decision,
}

impl GivenLines {
    fn push(&mut self, line: &Bound<'_, PyAny>) -> PyResult<()> {
        let bytes = line::bytes(line)?;
        let is_text = line.is_instance_of::<PyString>();
        self.add(&bytes, is_text);
        Ok(())
    }

    fn add(&mut self, line: &[u8], is_text: bool) {
        self.bytes.extend_from_slice(line);
        let at = self.bytes.len();
        self.ends.push(GivenLineEnd { at, is_text });
    }

    fn lines(&self) -> Vec<&[u8]> {
        let mut lines = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for end in &self.ends {
            lines.push(&self.bytes[start..end.at]);
            start = end.at;
        }
        lines
    }

    fn get(&self, index: usize) -> &[u8] {
        let start = match index.checked_sub(1) {
            Some(before) => self.ends[before].at,
            None => 0,
        };
        &self.bytes[start..self.ends[index].at]
    }
}

impl OpenSift {
    fn admit(&mut self, given: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let line = line::bytes(given)?;
        if self.last.is_some() {
            let mut lines = GivenLines::default();
            lines.push(given)?;
            self.remember(lines);
        }
        self.filter.admit(&line).map_err(refusal)
    }

    fn decide(&mut self, lines: GivenLines) -> PyResult<Vec<Verdict>> {
        let verdicts = self.verdicts(&lines.lines())?;
        self.remember(lines);
        Ok(verdicts)
    }

    /// Keeps the lines of a call, if they can be queried.
    fn remember(&mut self, lines: GivenLines) {
        if let Some(last) = &mut self.last {
            *last = lines;
        }
    }

    fn verdicts(&mut self, lines: &[&[u8]]) -> PyResult<Vec<Verdict>> {
        self.batch.clear();
        let scanner = self.filter.sift().scanner();
        for line in lines {
            scanner.scan(line, &mut self.batch);
        }
        self.filter.decide(&self.batch, lines).map_err(refusal)
    }

    /// A line of the last call with its decision; negative indices count from the end.
    fn last(&self, index: isize) -> PyResult<LastLine<'_>> {
        let Some(last) = &self.last else {
            let message = "this filter remembers nothing beyond its verdicts: make it with detail=\"shapes\", \"groups\" or \"explanations\"";
            return Err(PyValueError::new_err(message));
        };
        let decisions = self.filter.explainer().decisions();
        let count = decisions.len();
        let start = if index < 0 { count } else { 0 };
        let at = start.wrapping_add_signed(index);
        let Some(decision) = decisions.get(at) else {
            let message = format!("no line {index}: the last call took {count}");
            return Err(PyIndexError::new_err(message));
        };
        Ok(LastLine {
            bytes: last.get(at),
            is_text: last.ends[at].is_text,
            decision,
        })
    }

    fn copied(&self) -> PyResult<Self> {
        let Some(filter) = self.filter.copied() else {
            let message = "a Sift with a state or a window cannot be copied";
            return Err(PyTypeError::new_err(message));
        };
        Ok(Self {
            filter,
            settings: self.settings.clone(),
            keyed: None,
            last: self.last.clone(),
            batch: Batch::default(),
        })
    }

    fn remembering(&mut self) -> PyResult<&mut Session> {
        let Some(session) = self.filter.session() else {
            let message =
                "the filter remembers no lines: make it with remember=\"all\" and a window";
            return Err(PyValueError::new_err(message));
        };
        Ok(session)
    }

    fn recorder(&mut self) -> PyResult<&mut Recorder> {
        let Some(recorder) = self.filter.recorder() else {
            let message = "the filter notes nothing to be saved: make it with notes=True";
            return Err(PyValueError::new_err(message));
        };
        Ok(recorder)
    }

    /// A number for the part of a list that a line belongs to: lines of different parts have
    /// nothing in common.
    fn part(&mut self, line: &[u8]) -> PyResult<u64> {
        if let Some(host) = self.filter.sift().scanner().host(line) {
            let hasher = BuildHasherDefault::<DefaultHasher>::default();
            return Ok(hasher.hash_one(host));
        }
        match LineKeys::of(self.keyed()?, line) {
            // Lines that are not URLs and are equal for the filter: a carriage return at the end
            // makes no difference.
            LineKeys::NotUrl(key) => Ok(key),
            _ => Ok(0),
        }
    }

    fn keyed(&mut self) -> PyResult<&Sift> {
        match &mut self.keyed {
            Some(keyed) => Ok(keyed),
            none => {
                // Keys are those of the line by itself.
                let mut settings = self.settings.clone().learn(false);
                if !settings::is_set(&settings, "seed") {
                    settings = settings.seed(SEED_OF_KEYS);
                }
                let keyed = settings.build().map_err(refusal)?;
                Ok(none.insert(keyed))
            }
        }
    }
}

/// Pattern, lines, number of names, and suspects of a learned position.
type PositionFields = (String, u64, usize, Vec<String>);

/// The filter behind its lock; `None` once it is closed.
type Locked<'l> = MutexGuard<'l, Option<OpenSift>>;

/// A keyword that is no setting of a filter: it says what is remembered, and when.
struct MemoryKeyword {
    name: &'static str,
    /// Whether it takes text alone. Other values are those of a setting of this name.
    is_text: bool,
}

const MEMORY_KEYWORDS: [MemoryKeyword; 3] = [
    MemoryKeyword {
        name: "slice",
        is_text: false,
    },
    MemoryKeyword {
        name: "time_field",
        is_text: false,
    },
    // Also an older name of a setting, which is a switch.
    MemoryKeyword {
        name: "remember",
        is_text: true,
    },
];

/// Takes the keywords that are no settings out of the given ones, in the order of their table.
fn memory_keywords<'py>(given: &Bound<'py, PyDict>) -> PyResult<[Option<Bound<'py, PyAny>>; 3]> {
    let mut taken = [None, None, None];
    for (place, keyword) in taken.iter_mut().zip(MEMORY_KEYWORDS) {
        let Some(value) = given.get_item(keyword.name)? else {
            continue;
        };
        if keyword.is_text && !value.is_instance_of::<PyString>() {
            continue;
        }
        given.del_item(keyword.name)?;
        if !value.is_none() {
            *place = Some(value);
        }
    }
    Ok(taken)
}

fn unlocked(lock: LockResult<Locked<'_>>) -> PyResult<Locked<'_>> {
    let Ok(locked) = lock else {
        let message = "this filter panicked in an earlier call: make a new one";
        return Err(PyRuntimeError::new_err(message));
    };
    Ok(locked)
}

/// Works on the filter behind a lock, if it is open.
fn on_open<T>(
    lock: LockResult<Locked<'_>>,
    work: impl FnOnce(&mut OpenSift) -> PyResult<T>,
) -> PyResult<T> {
    let mut locked = unlocked(lock)?;
    let Some(state) = &mut *locked else {
        return Err(PyValueError::new_err("this filter was closed"));
    };
    work(state)
}

fn listed(keys: LineKeys) -> PyResult<Vec<u64>> {
    match keys {
        LineKeys::Empty => Ok(Vec::new()),
        LineKeys::NotUrl(key) => Ok(vec![key]),
        LineKeys::Url(keys) => Ok(keys),
        _ => {
            let message = "the URL has more than 4,096 keys: use a higher threshold";
            Err(PyValueError::new_err(message))
        }
    }
}

impl From<OpenSift> for PySift {
    fn from(state: OpenSift) -> Self {
        Self(Mutex::new(Some(state)))
    }
}

impl PySift {
    fn with<T>(&self, work: impl FnOnce(&mut OpenSift) -> PyResult<T>) -> PyResult<T> {
        Python::attach(|py| {
            guarded(|| {
                let lock = self.0.lock_py_attached(py);
                on_open(lock, work)
            })
        })?
    }

    /// Looks at what the filter knows.
    fn look<T>(&self, at: impl FnOnce(&Sift) -> T) -> PyResult<T> {
        self.with(|state| {
            let sift = state.filter.sift();
            Ok(at(sift))
        })
    }

    /// Works on the filter while other threads of Python run.
    fn detached<T: Send>(
        &self,
        work: impl FnOnce(&mut OpenSift) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let run = || {
            let lock = self.0.lock();
            on_open(lock, work)
        };
        Python::attach(|py| py.detach(|| guarded(run)))?
    }

    /// Ends the filter, and stores its decisions unless an exception made them void.
    fn ended(&self, stores: bool) -> PyResult<()> {
        let end = || {
            let mut locked = unlocked(self.0.lock())?;
            let Some(mut state) = locked.take() else {
                return Ok(());
            };
            drop(locked);
            if !stores {
                return Ok(());
            }
            match state.filter.session() {
                Some(session) => session.end(None).map_err(refusal),
                None => Ok(()),
            }
        };
        Python::attach(|py| py.detach(|| guarded(end)))?
    }

    pub(crate) fn verdict(&self, line: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        self.with(|state| state.admit(line))
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
        let settings = match settings {
            Some(settings) => settings.copy()?,
            None => PyDict::new(py),
        };
        let [slice, time_field, remember] = memory_keywords(&settings)?;
        let time_field: Option<String> = time_field.map(|given| given.extract()).transpose()?;
        let remember = match remember {
            Some(given) => Some(given.str()?.to_string_lossy().into_owned()),
            None => None,
        };
        let memory = GivenMemory {
            state,
            window,
            slice: slice.as_ref(),
            time_field: time_field.as_deref(),
            remember,
        };
        let settings = settings::builder("Sift", threshold, Some(&settings), py)?;
        let is_set = |name| settings::is_set(&settings, name);
        let remembers = memory.remembers();
        let is_timed = memory.slice.is_some() || memory.time_field.is_some();
        if !remembers && is_timed {
            let message = "slice and time_field need a window or a state";
            return Err(PyValueError::new_err(message));
        }
        let filter = ExplainedFilter::new(settings.clone(), is_set("notes") && !remembers);
        let mut filter = filter.map_err(|error| unbuilt(&settings, error))?;
        if remembers {
            filter = state::opened(&settings, &memory, py)?;
        }
        let last = is_set("detail").then(GivenLines::default);
        Ok(Self::from(OpenSift {
            filter,
            settings,
            keyed: None,
            last,
            batch: Batch::default(),
        }))
    }

    /// Reads the first line of a source with the URL in a column.
    fn begin(&self, first: &Bound<'_, PyAny>) -> PyResult<bool> {
        let line = line::bytes(first)?;
        self.with(|state| {
            let begun = state.filter.begin(&line);
            begun.map_err(refusal)
        })
    }

    /// Decides on one line.
    fn admit(&self, line: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let verdict = self.verdict(line)?;
        member(verdict, line.py())
    }

    /// Yields the lines that the program would print, as they come.
    fn filter(this: Py<Self>, lines: &Bound<'_, PyAny>) -> PyResult<Filtered> {
        let decide = move |line: &Bound<'_, PyAny>| {
            let verdict = this.get().verdict(line)?;
            Ok(verdict.is_printed())
        };
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
            if let Err(error) = taken.push(&line) {
                return Err(line::at(index, &line, error));
            }
        }
        let verdicts = self.detached(|state| state.decide(taken))?;
        let mut members = Vec::with_capacity(verdicts.len());
        for verdict in verdicts {
            members.push(member(verdict, py)?);
        }
        Ok(members)
    }

    /// Decides on a column of lines, and returns the number of each verdict among the members of
    /// `Verdict`.
    fn decide_column(&self, offsets: &[u8], data: &[u8]) -> PyResult<Vec<u8>> {
        self.detached(|state| {
            let column = ArrowColumn::new(offsets, data)?;
            let lines: Vec<&[u8]> = column.lines().collect();
            let verdicts = state.verdicts(&lines)?;
            let mut numbers: Vec<u8> = verdicts.into_iter().map(number).collect();
            for line in column.long() {
                numbers[line] = NOT_URL;
            }
            if state.last.is_some() {
                let mut given = GivenLines::default();
                for line in lines {
                    given.add(line, false);
                }
                state.remember(given);
            }
            Ok(numbers)
        })
    }

    /// Returns a 64-bit number for the part of a list that each line of a column belongs to.
    fn parts_of_column(&self, offsets: &[u8], data: &[u8]) -> PyResult<Vec<u8>> {
        self.detached(|state| {
            let column = ArrowColumn::new(offsets, data)?;
            let mut numbers = Vec::new();
            for line in column.lines() {
                let part = state.part(line)?;
                numbers.extend(part.to_ne_bytes());
            }
            Ok(numbers)
        })
    }

    /// Returns the template of each line of a column as it reads with everything learned.
    fn shapes_of_column(&self, offsets: &[u8], data: &[u8]) -> PyResult<Vec<Option<String>>> {
        self.detached(|state| {
            let column = ArrowColumn::new(offsets, data)?;
            let sift = state.filter.sift();
            let mut shapes = Vec::new();
            for line in column.lines() {
                shapes.push(learned_shape(sift, line));
            }
            Ok(shapes)
        })
    }

    /// Explains why a line of the last call was dropped.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn explain(&self, index: isize, py: Python<'_>) -> PyResult<Option<PyExplanation>> {
        self.with(|state| {
            let line = state.last(index)?;
            let explainer = state.filter.explainer();
            let Some(found) = explainer.explain(line.bytes, line.decision) else {
                return Ok(None);
            };
            let explanation = PyExplanation::new(&found, line.is_text, py)?;
            Ok(Some(explanation))
        })
    }

    /// Returns the template of a line of the last call.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn shape(&self, index: isize) -> PyResult<Option<String>> {
        self.with(|state| {
            let line = state.last(index)?;
            let explainer = state.filter.explainer();
            Ok(explainer.shape(line.bytes, line.decision))
        })
    }

    /// Returns the number of the group of a line of the last call.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn group(&self, index: isize) -> PyResult<Option<u64>> {
        self.with(|state| {
            let line = state.last(index)?;
            Ok(line.decision.group)
        })
    }

    /// Returns the latest lines of the group of a line, or those with its value in a field.
    #[pyo3(signature = (line, *, by = None, within = None, limit = None), text_signature = "($self, line, *, by=None, within=None, limit=None)")]
    fn recent(
        &self,
        line: &Bound<'_, PyAny>,
        by: Option<String>,
        within: Option<&Bound<'_, PyAny>>,
        limit: Option<usize>,
    ) -> PyResult<Vec<PyRecentLine>> {
        let bytes = line::bytes(line)?;
        let is_text = line.is_instance_of::<PyString>();
        let query = query(by, within)?.limit(limit.unwrap_or(usize::MAX));
        let found = self.detached(|state| {
            let session = state.remembering()?;
            session.recent(&bytes, &query).map_err(refusal)
        })?;
        let mut lines = Vec::with_capacity(found.len());
        for recent in &found {
            lines.push(PyRecentLine::new(recent, is_text, line.py())?);
        }
        Ok(lines)
    }

    /// Counts the recent lines of the group of a line, or those with its value in a field.
    #[pyo3(signature = (line, *, by = None, within = None), text_signature = "($self, line, *, by=None, within=None)")]
    fn count(
        &self,
        line: &Bound<'_, PyAny>,
        by: Option<String>,
        within: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let bytes = line::bytes(line)?;
        let query = query(by, within)?;
        self.detached(|state| {
            let session = state.remembering()?;
            session.count_recent(&bytes, &query).map_err(refusal)
        })
    }

    /// Returns the number of lines within the window in the group of a line of the last call.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn in_window(&self, index: isize) -> PyResult<Option<u64>> {
        self.with(|state| {
            let session = state.remembering()?;
            let count = session.decided().verdicts.len();
            let start = if index < 0 { count } else { 0 };
            let at = start.wrapping_add_signed(index);
            if at >= count {
                let message = format!("no line {index}: the last call took {count}");
                return Err(PyIndexError::new_err(message));
            }
            Ok(session.in_window(at))
        })
    }

    /// Returns numbers of which similar lines share one in most cases.
    fn bands(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bytes = line::bytes(line)?;
        self.with(|state| {
            let sift = state.keyed()?;
            let bands = LineBands::new(sift);
            Ok(bands.of(sift, &bytes))
        })
    }

    /// Returns the keys that similar lines share.
    fn keys(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bytes = line::bytes(line)?;
        self.with(|state| {
            let keys = LineKeys::of(state.keyed()?, &bytes);
            listed(keys)
        })
    }

    /// Returns the keys of a line as it reads with everything learned.
    fn learned_keys(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bytes = line::bytes(line)?;
        let keys = self.look(|sift| LineKeys::learned(sift, &bytes))?;
        listed(keys)
    }

    /// Returns the template of a line as it reads with everything learned.
    fn learned_shape(&self, line: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let bytes = line::bytes(line)?;
        self.look(|sift| learned_shape(sift, &bytes))
    }

    /// Returns the host of a line, as the filter compares it.
    fn host(&self, line: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let bytes = line::bytes(line)?;
        self.look(|sift| sift.scanner().host(&bytes))
    }

    /// Whether URLs on different hosts are never similar.
    #[getter]
    fn separates_hosts(&self) -> PyResult<bool> {
        self.look(|sift| !sift.view().hosts_meet)
    }

    /// Returns the number of representatives.
    #[getter]
    fn kept(&self) -> PyResult<u64> {
        self.look(Sift::len)
    }

    /// Returns the memory used by the filter, in bytes, approximately.
    #[getter]
    fn memory(&self) -> PyResult<usize> {
        self.with(|state| Ok(state.filter.memory_usage()))
    }

    /// Returns the number of searches that hit their limit.
    #[getter]
    fn search_limit_hits(&self) -> PyResult<u64> {
        self.look(|sift| {
            let deciders = sift.view().deciders;
            deciders.shortfall().limit_hits
        })
    }

    /// Forgets all lines, but keeps what was learned.
    fn restart(&self) -> PyResult<()> {
        self.with(|state| {
            let restarted = state.filter.restart();
            restarted.map_err(refusal)
        })
    }

    /// Stores the decisions in the state.
    fn commit(&self) -> PyResult<()> {
        self.detached(|state| {
            let Some(session) = state.filter.session() else {
                let message = "the filter has no state: make it with state=";
                return Err(PyValueError::new_err(message));
            };
            session.commit(None).map_err(refusal)?;
            session.wait_stored().map_err(refusal)
        })
    }

    /// Stores the decisions in the state, and leaves it to others.
    fn close(&self) -> PyResult<()> {
        self.ended(true)
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
    ) -> PyResult<()> {
        self.ended(kind.is_none())
    }

    /// Returns the number of lines dropped because a path position was learned, and those
    /// positions.
    fn learned_positions(&self) -> PyResult<Option<(u64, Vec<PositionFields>)>> {
        self.with(|state| {
            let Some((lines, learned)) = state.filter.explainer().learned_positions() else {
                return Ok(None);
            };
            let mut positions = Vec::new();
            for found in learned {
                positions.push((found.pattern, found.lines, found.names, found.suspects));
            }
            Ok(Some((lines, positions)))
        })
    }

    /// Returns everything that the filter knows, as bytes.
    fn save(&self) -> PyResult<Vec<u8>> {
        let mut saved = Vec::new();
        self.with(|state| {
            let recorder = state.recorder()?;
            recorder.save(&mut saved).map_err(refusal)
        })?;
        Ok(saved)
    }

    /// Loads saved bytes, and forgets what the filter knew.
    fn load(&self, saved: &[u8]) -> PyResult<()> {
        self.with(|state| {
            let loaded = Recorder::load(state.settings.clone(), saved);
            let recorder = loaded.map_err(refusal)?;
            state.filter = ExplainedFilter::loaded(recorder);
            state.remember(GivenLines::default());
            Ok(())
        })
    }

    /// Returns what the filter knows of the host of a URL, as bytes.
    fn save_host(&self, url: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
        let line = line::bytes(url)?;
        self.with(|state| {
            let recorder = state.recorder()?;
            recorder.save_host(&line).map_err(refusal)
        })
    }

    /// Adds another filter's knowledge of a host.
    fn load_host(&self, saved: &[u8]) -> PyResult<()> {
        self.with(|state| {
            let recorder = state.recorder()?;
            recorder.load_host(saved).map_err(refusal)
        })
    }

    fn __copy__(&self) -> PyResult<Self> {
        let copy = self.with(|state| state.copied())?;
        Ok(Self::from(copy))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    #[allow(clippy::unused_self, reason = "Python calls it as a method")]
    fn __reduce__(&self) -> PyResult<()> {
        let message = "a Sift cannot be pickled: make one in each process from the same settings, and pass on what `save` gives";
        Err(PyTypeError::new_err(message))
    }
}
