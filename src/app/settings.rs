//! What was typed, as settings of the library.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use url::Url;
use urlsift::stream::{self, Run, Source};
use urlsift::{Builder, Classes, Metric, Records, Sift, Weights};

use super::protected_names;
use crate::cli::{self, Filter, Invalid, Kind, Similarity};

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
        .protect(protected_names::read(&similarity.protect)?))
}

/// Translates what the lines are, and refuses options that are about URLs only.
pub(super) fn records(kind: &Kind, similarity: &Similarity) -> Result<Records> {
    if kind.by.is_some() && kind.records != cli::Records::Events {
        bail!("cannot compare by a field: only events have fields; add --as events");
    }
    if kind.records == cli::Records::Text {
        let Similarity { weights, class, no_class, protect, ignore_param, select_param, .. } = similarity;
        let lists = [class, no_class, protect, ignore_param, select_param];
        if *weights != Weights::default() || lists.iter().any(|list| !list.is_empty()) {
            bail!(
                "cannot compare texts by parts of URLs: leave out options about weights, value classes, parameters and names, or --as text"
            );
        }
    }
    Ok(match kind.records {
        cli::Records::Urls => Records::Urls,
        cli::Records::Text => Records::Texts,
        cli::Records::Events => Records::Events { shingle: kind.shingle, by: kind.by.clone() },
    })
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
    let run = match filter.memory.state_batch {
        Some(records) => run.batch(records),
        None => run,
    };
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
