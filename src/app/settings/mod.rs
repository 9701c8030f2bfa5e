//! Translates typed options, and the files that they name, into settings of the library.

mod list_file;
pub(super) mod rule_files;
mod signatures;
mod text_file;
pub(super) mod url_rules;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use url::Url;
use urlsift::settings::{ByName, RecordSettings, Scope};
use urlsift::stream::{Run, Source};
use urlsift::{Builder, Sift};

use crate::cli::{FilterOptions, InputOptions, LineSettings, Subset, Typed, config};
use rule_files::FileOption;

/// Translates typed settings for lists of URLs.
pub(super) fn builder<R: Subset<Of = Builder>>(typed: &Typed<R>, quiet: bool) -> Result<Builder> {
    let settings = Sift::builder();
    if typed.is_empty() {
        return Ok(settings);
    }
    let settings = add(typed, settings, quiet)?;
    checked(settings)
}

/// Translates typed settings, including what the lines are.
pub(super) fn builder_of<R>(
    typed: &Typed<R>,
    lines: &Typed<LineSettings>,
    quiet: bool,
) -> Result<Builder>
where
    R: Subset<Of = Builder>,
{
    if lines.is_empty() {
        return builder(typed, quiet);
    }
    let settings = add(typed, Sift::builder(), quiet)?;
    let mut records = RecordSettings::default();
    for (name, texts) in lines.given() {
        records = set_one(records, name, texts)?;
    }
    let terms = checked(records)?.terms();
    checked(settings.records(terms))
}

/// Sets what was typed, and reads the files that some settings name.
fn add<R: Subset<Of = Builder>>(
    typed: &Typed<R>,
    mut settings: Builder,
    quiet: bool,
) -> Result<Builder> {
    for (name, texts) in typed.given() {
        if let Some(option) = FileOption::of_name(name) {
            for file in texts {
                let mut rules = rule_files::read(file, option, quiet)?;
                // A state remembers, and a sweep compares, whatever is wanted now.
                if !takes::<R>("scope") {
                    rules.scope = Scope::default();
                }
                if !takes::<R>("max-per-host") {
                    rules.limits.clear();
                }
                settings = settings.site_rules(&rules);
            }
        } else if texts
            .iter()
            .any(|text| list_file::file_of(name, text).is_some())
        {
            let items = list_file::items(name, texts)?;
            settings = settings.set_list(name, items.iter().map(String::as_str))?;
        } else if matches!(name, "signatures" | "not-signatures")
            && let [.., file] = texts
        {
            let signatures = signatures::read(file.as_ref())?;
            settings = settings.set_list(name, signatures.iter().map(String::as_str))?;
        } else {
            settings = set_one(settings, name, texts)?;
        }
    }
    Ok(settings)
}

/// Whether a subset has a setting of this name.
fn takes<R: Subset<Of = Builder>>(name: &str) -> bool {
    Builder::of_name(name).is_ok_and(R::has)
}

/// Returns the inputs, and the files with options: no output may replace them. Fails if several of
/// them are standard input.
pub(super) fn read_files<R: Subset>(inputs: &[PathBuf], typed: &Typed<R>) -> Result<Vec<PathBuf>> {
    let mut files = inputs.to_vec();
    for (name, texts) in typed.given() {
        for text in texts {
            let file: &str = match name {
                "params-from" | "rules" | "scope" => rule_files::host_and_file(text).1,
                "signatures" | "not-signatures" => text,
                _ => match list_file::file_of(name, text) {
                    Some(file) => file,
                    None => continue,
                },
            };
            if file == "-" && files.iter().any(|other| other == Path::new("-")) {
                bail!("--{name} and another input are both standard input: name a file for one");
            }
            files.push(file.into());
        }
    }
    files.extend(config::path());
    Ok(files)
}

/// Sets one setting to each text that was typed for it.
fn set_one<S: ByName>(mut settings: S, name: &str, texts: &[String]) -> Result<S> {
    for text in texts {
        let set = settings.set(name, text);
        settings = set.map_err(|error| anyhow!("--{error}"))?;
    }
    Ok(settings)
}

/// Refuses settings that contradict each other.
fn checked<S: ByName>(settings: S) -> Result<S> {
    let check = settings.check();
    check.map_err(|error| anyhow!("--{error}"))?;
    Ok(settings)
}

/// Sets how records are read, by options that are not settings.
pub(super) fn input(settings: Builder, typed: &InputOptions) -> Result<Builder> {
    match &typed.base {
        // Of texts, links are completed where they are found.
        Some(base) if !typed.extract => settings.set("base", base.as_str()).context("--base"),
        _ => Ok(settings),
    }
}

/// Returns the byte that ends a record.
pub(super) fn delimiter(null: bool) -> u8 {
    if null { 0 } else { b'\n' }
}

/// Returns the sources of a run that reads once.
pub(super) fn sources(paths: Vec<PathBuf>) -> Vec<Source> {
    paths.into_iter().map(Source::argument).collect()
}

/// Translates the options of one reading of the sources.
pub(super) fn reading<'o>(options: &FilterOptions, sources: Vec<Source>) -> Result<Run<'o>> {
    let run = reading_of(sources, options.null, options.threads, &options.input)?;
    let mut run = run.dropped(options.dropped).invalid(options.invalid);
    if let Some(records) = options.memory.state_batch {
        run = run.batch(records);
    }
    Ok(run)
}

/// Translates the options of one reading of the sources of a subcommand.
pub(super) fn reading_of<'o>(
    sources: Vec<Source>,
    null: bool,
    threads: Option<NonZeroUsize>,
    input: &InputOptions,
) -> Result<Run<'o>> {
    let mut run = Run::new(sources).delimiter(delimiter(null));
    if let Some(count) = threads {
        run = run.threads(count);
    }
    extracting(run, input)
}

/// Makes each URL in a text a record, if that was typed.
pub(super) fn extracting<'o>(run: Run<'o>, input: &InputOptions) -> Result<Run<'o>> {
    if !input.extract {
        return Ok(run);
    }
    let base = input.base.as_ref().map(Url::as_str);
    Ok(run.extract(base)?)
}
