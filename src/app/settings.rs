//! What was typed, as settings of the library.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use url::Url;
use urlsift::stream::{self, Run, Source};
use urlsift::{Builder, Classes, Metric, Sift};

use super::names;
use crate::cli::{self, Filter, Invalid, Similarity};

/// Translates the options of similarity.
pub(super) fn builder(similarity: &Similarity) -> Result<Builder> {
    let metric = match similarity.metric {
        cli::Metric::Overlap => Metric::Overlap,
        cli::Metric::Simhash => Metric::SimHash,
    };
    let mut classes = if similarity.class.is_empty() { Classes::default() } else { Classes::none() };
    for name in &similarity.class {
        classes.set(name, true)?;
    }
    for name in &similarity.no_class {
        classes.set(name, false)?;
    }
    Ok(Sift::builder()
        .weights(similarity.weights)
        .metric(metric)
        .literal(similarity.literal)
        .merge_hosts(similarity.merge_hosts)
        .learn(!similarity.no_learn)
        .classes(classes)
        .default_ignores(!similarity.no_default_ignores)
        .ignore_params(&similarity.ignore_param)
        .select_params(&similarity.select_param)
        .protect(names::protected(&similarity.protect)?))
}

/// The byte that ends a record.
pub(super) fn delimiter(null: bool) -> u8 {
    if null { 0 } else { b'\n' }
}

/// The sources of a run that reads once.
pub(super) fn sources(paths: Vec<PathBuf>) -> Vec<Source> {
    paths.into_iter().map(Source::argument).collect()
}

/// Translates the options of one reading of the sources.
pub(super) fn reading<'o>(filter: &Filter, sources: Vec<Source>) -> Result<Run<'o>> {
    let run = Run::new(sources).delimiter(delimiter(filter.null)).dropped(filter.dropped);
    let run = run.invalid(match filter.invalid {
        Invalid::Keep => stream::Invalid::Keep,
        Invalid::Drop => stream::Invalid::Drop,
        Invalid::Fail => stream::Invalid::Fail,
    });
    let run = on_threads(run, filter.threads);
    let cli::Input { extract, base, .. } = &filter.input;
    Ok(if *extract { run.extract(base.as_ref().map(Url::as_str))? } else { run })
}

/// Sets the number of threads, if it was typed.
pub(super) fn on_threads(run: Run<'_>, threads: Option<NonZeroUsize>) -> Run<'_> {
    match threads {
        Some(threads) => run.threads(threads),
        None => run,
    }
}
