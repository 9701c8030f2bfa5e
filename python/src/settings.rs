//! The arguments of `Sift(...)` as settings of the library.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::num::NonZeroU32;
use urlsift::{Builder, Classes, Detail, Error, Input, Metric, ParamMode, Selection, Weights};

/// What the library refuses is a wrong value.
pub(crate) fn refusal(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Finds what a name stands for.
fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(other, _)| *other == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("no {what} is called {name:?}: use one of {}", names.join(", ")))
    })
}

/// Several names. A single `str` would be taken letter by letter.
#[derive(Default)]
pub(crate) struct Names(Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Names {
    type Error = PyErr;

    fn extract(names: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if names.is_instance_of::<PyString>() {
            let message = format!("give names as a list: [{}] instead of {}", names.repr()?, names.repr()?);
            return Err(PyTypeError::new_err(message));
        }
        names.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

/// The keyword arguments of `Sift`.
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(crate) struct Settings<'a, 'py> {
    pub(crate) threshold: f64,
    pub(crate) weights: Option<&'a Bound<'py, PyDict>>,
    pub(crate) metric: &'a str,
    pub(crate) literal: bool,
    pub(crate) learn: bool,
    pub(crate) classes: Option<Names>,
    pub(crate) without_classes: Names,
    pub(crate) default_ignores: bool,
    pub(crate) ignore_params: Names,
    pub(crate) select_params: Names,
    pub(crate) params: &'a str,
    pub(crate) protect: Names,
    pub(crate) samples: u32,
    pub(crate) detail: &'a str,
    pub(crate) count_learned: bool,
    pub(crate) two_pass: bool,
    pub(crate) exhaustive: bool,
    pub(crate) field: Option<String>,
    pub(crate) seed: Option<(u64, u64)>,
    pub(crate) hosts: Names,
    pub(crate) not_hosts: Names,
    pub(crate) extensions: Names,
    pub(crate) not_extensions: Names,
    pub(crate) schemes: Names,
    pub(crate) max_per_host: Option<u32>,
}

impl Settings<'_, '_> {
    pub(crate) fn builder(self) -> PyResult<Builder> {
        let mut weights = Weights::default();
        for (component, weight) in self.weights.into_iter().flat_map(PyDictMethods::iter) {
            weights.set(component.extract()?, weight.extract()?).map_err(refusal)?;
        }
        let Some(samples) = NonZeroU32::new(self.samples) else {
            return Err(PyValueError::new_err("samples is 0: keep at least 1 line of each group"));
        };
        let metrics = [("overlap", Metric::Overlap), ("simhash", Metric::SimHash)];
        let modes = [("sets", ParamMode::Sets), ("names", ParamMode::Names)];
        let details = [
            ("verdicts", Detail::Verdicts),
            ("shapes", Detail::Shapes),
            ("groups", Detail::Groups),
            ("explanations", Detail::Explanations),
        ];
        let builder = urlsift::Sift::builder()
            .threshold(self.threshold)
            .weights(weights)
            .metric(named("metric", self.metric, &metrics)?)
            .literal(self.literal)
            .learn(self.learn)
            .classes(classes(self.classes, &self.without_classes)?)
            .default_ignores(self.default_ignores)
            .ignore_params(self.ignore_params.0)
            .select_params(self.select_params.0)
            .params(named("way to compare parameters", self.params, &modes)?)
            .protect(self.protect.0)
            .samples(samples)
            .detail(named("detail", self.detail, &details)?)
            .count_learned(self.count_learned)
            .two_pass(self.two_pass)
            .exhaustive(self.exhaustive);
        let builder = match self.field {
            Some(path) => builder.input(Input::Member(path)),
            None => builder,
        };
        let mut builder = match self.seed {
            Some((high, low)) => builder.seed([high, low]),
            None => builder,
        };
        if let Some(lines) = self.max_per_host {
            let message = "max_per_host is 0: keep at least 1 line of each host";
            builder =
                builder.max_per_host(NonZeroU32::new(lines).ok_or_else(|| PyValueError::new_err(message))?);
        }
        let conditions =
            [&self.hosts, &self.not_hosts, &self.extensions, &self.not_extensions, &self.schemes];
        if conditions.iter().all(|names| names.0.is_empty()) {
            return Ok(builder);
        }
        let selection = Selection::default()
            .hosts(self.hosts.0)
            .and_then(|selection| selection.not_hosts(self.not_hosts.0))
            .map_err(refusal)?
            .extensions(self.extensions.0)
            .not_extensions(self.not_extensions.0)
            .schemes(self.schemes.0);
        Ok(builder.selection(selection))
    }
}

/// The value classes in use: all, or those that are named, without others that are named.
fn classes(only: Option<Names>, without: &Names) -> PyResult<Classes> {
    let mut classes = if only.is_some() { Classes::none() } else { Classes::default() };
    let only = only.iter().flat_map(|names| &names.0).map(|name| (name, true));
    for (name, on) in only.chain(without.0.iter().map(|name| (name, false))) {
        classes.set(name, on).map_err(refusal)?;
    }
    Ok(classes)
}
