//! Components for Python: columns of lines in, columns of groups out.

use crate::columns::ArrowColumn;
use crate::guard::guarded;
use crate::settings::{self, refusal, unbuilt};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::mem;
use std::sync::Mutex;
use urlsift::lists::{Clusters, Components};
use urlsift::settings::Detail;
use urlsift::{Batch, Sift};

// Shown first by `help`: the arguments, from the tables of settings.
#[doc = include_str!("clusters.txt")]
/// The groups of a list: the connected components of similar lines, or the groups of the filter.
///
/// Lines come as the buffers of an Arrow array of binary or string: first all of them for `learn`,
/// if `needs_learning`, then all of them for `add`; then `groups` returns the groups. Takes the
/// settings of `Sift`. With `leader`, each line belongs to the kept line that it is similar to.
#[allow(clippy::doc_markdown, reason = "Python shows it as plain text")]
#[pyclass(frozen, name = "Clusters", module = "urlsift")]
pub(crate) struct PyClusters(Mutex<ClusterStage>);

enum ClusterStage {
    Learning(Box<Sift>),
    Adding(Box<Clusters>),
    Done,
}

/// The buffers that `groups` returns.
type GroupColumns = (Vec<u8>, Vec<u8>, Vec<u8>, Vec<u8>, Vec<u8>);

impl PyClusters {
    fn with<T: Send>(
        &self,
        work: impl FnOnce(&mut ClusterStage) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let run = || {
            let Ok(mut stage) = self.0.lock() else {
                let message = "these groups panicked in an earlier call: make new ones";
                return Err(PyRuntimeError::new_err(message));
            };
            work(&mut stage)
        };
        Python::attach(|py| py.detach(|| guarded(run)))?
    }
}

#[pymethods]
impl PyClusters {
    #[new]
    #[pyo3(signature = (threshold = None, *, leader = false, **settings), text_signature = None)]
    fn new(
        threshold: Option<&Bound<'_, PyAny>>,
        leader: bool,
        settings: Option<&Bound<'_, PyDict>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let settings = settings::builder("Clusters", threshold, settings, py)?;
        let settings = if leader {
            settings.detail(Detail::Groups)
        } else {
            settings.two_pass(true)
        };
        let built = settings.build();
        let sift = built.map_err(|error| unbuilt(&settings, error))?;
        let stage = if leader {
            let clusters = Clusters::leading(sift).map_err(refusal)?;
            ClusterStage::Adding(Box::new(clusters))
        } else {
            ClusterStage::Learning(Box::new(sift))
        };
        Ok(Self(Mutex::new(stage)))
    }

    /// Whether all lines must be passed to `learn` before they are added.
    #[getter]
    fn needs_learning(&self) -> PyResult<bool> {
        self.with(|state| match state {
            ClusterStage::Learning(sift) => Ok(sift.needs_survey()),
            _ => Ok(false),
        })
    }

    /// Learns from lines.
    fn learn(&self, offsets: &[u8], data: &[u8]) -> PyResult<()> {
        self.with(|state| {
            let ClusterStage::Learning(sift) = state else {
                let message = "lines were added before: learn from all lines first";
                return Err(PyValueError::new_err(message));
            };
            let column = ArrowColumn::new(offsets, data)?;
            let scanner = sift.scanner();
            let mut batch = Batch::default();
            for line in column.lines() {
                scanner.scan(line, &mut batch);
            }
            let lines: Vec<&[u8]> = column.lines().collect();
            sift.survey(&batch, &lines).map_err(refusal)
        })
    }

    /// Adds lines.
    fn add(&self, offsets: &[u8], data: &[u8]) -> PyResult<()> {
        self.with(|state| {
            begin(state);
            let ClusterStage::Adding(clusters) = state else {
                return Err(grouped_before());
            };
            let column = ArrowColumn::new(offsets, data)?;
            for line in column.lines() {
                clusters.admit(line);
            }
            Ok(())
        })
    }

    /// Returns the groups of all lines, once.
    fn groups(&self) -> PyResult<(GroupColumns, u64)> {
        self.with(|state| {
            let groups = taken(state)?;
            Ok(columns(&groups))
        })
    }

    /// Returns the number of the group of each of `count` lines as 32-bit integers, once; -1 for
    /// none.
    #[pyo3(name = "_numbers")]
    fn numbers(&self, count: usize) -> PyResult<Vec<u8>> {
        self.with(|state| {
            let mut numbers = vec![-1_i32; count];
            let groups = taken(state)?;
            for (at, group) in groups.iter().enumerate() {
                let group_number = i32::try_from(at).unwrap_or(i32::MAX);
                for (position, _) in group.members() {
                    let position = usize::try_from(position).unwrap_or_default();
                    if let Some(number) = numbers.get_mut(position.wrapping_sub(1)) {
                        *number = group_number;
                    }
                }
            }
            let bytes = numbers.into_iter().flat_map(i32::to_ne_bytes);
            Ok(bytes.collect())
        })
    }
}

/// The groups of all lines, which are returned once.
fn taken(state: &mut ClusterStage) -> PyResult<Components> {
    begin(state);
    match mem::replace(state, ClusterStage::Done) {
        ClusterStage::Adding(clusters) => Ok(clusters.into_components()),
        _ => Err(grouped_before()),
    }
}

fn grouped_before() -> PyErr {
    PyValueError::new_err("these lines were grouped before: make new ones")
}

/// Switches from learning to adding.
fn begin(state: &mut ClusterStage) {
    match mem::replace(state, ClusterStage::Done) {
        ClusterStage::Learning(mut sift) => {
            if sift.needs_survey() {
                sift.restart();
            }
            let clusters = Clusters::new(*sift);
            *state = ClusterStage::Adding(Box::new(clusters));
        }
        other => *state = other,
    }
}

/// The number of each line and of its group, for the lines that belong to one, as 32-bit integers;
/// the size of each group; and the templates of groups, as offsets and bytes. Also the number of
/// searches that hit their limit.
fn columns(groups: &Components) -> (GroupColumns, u64) {
    let mut columns = GroupColumns::default();
    let (lines, of, sizes, ends, shapes) = &mut columns;
    ends.extend(integer(0));
    for (at, group) in groups.iter().enumerate() {
        for (position, _) in group.members() {
            let position = usize::try_from(position).unwrap_or_default();
            lines.extend(integer(position - 1));
            of.extend(integer(at));
        }
        sizes.extend(integer(group.len()));
        let shape = group.shape().unwrap_or_default();
        shapes.extend(shape.into_bytes());
        ends.extend(integer(shapes.len()));
    }
    (columns, groups.search_limit_hits())
}

/// The bytes of a 32-bit integer.
fn integer(number: usize) -> [u8; 4] {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    number.to_ne_bytes()
}
