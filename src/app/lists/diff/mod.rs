//! `urlsift diff`: the paths of two lists or states that are new, gone or changed.

mod differences;
mod json;
mod markdown;
mod page;
mod side;
mod text;

use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::HumanCount;

use urlsift::lists::{Aspect, Change, Diff, Templates};
use urlsift::settings::ByName;

use self::differences::{Differences, counts, kind, paths};
use self::side::{DiffSide, SidesReader};
use crate::app::run::outcome::Outcome;
use crate::app::run::page_file::PageFile;
use crate::app::run::signals::Signals;
use crate::app::run::stdout::print;
use crate::app::settings::{builder, input, option_files};
use crate::app::show::message::{say, shown};
use crate::cli::{DiffFormat, DiffOptions, Ignored};

/// Runs the subcommand.
pub(crate) fn run(typed: &DiffOptions) -> Result<Outcome> {
    if [&typed.old, &typed.new]
        .iter()
        .all(|list| list.as_os_str() == "-")
    {
        bail!("OLD and NEW are both standard input: name a file for one of them");
    }
    if typed.factor.is_nan() || typed.factor <= 1.0 {
        bail!("--factor: must be a number above 1");
    }
    let mut settings = input(builder(&typed.settings, typed.quiet)?, &typed.input)?;
    let inputs = [
        &[typed.old.clone(), typed.new.clone()][..],
        &option_files(&typed.settings),
    ]
    .concat();
    let page = typed
        .report
        .as_deref()
        .map(|path| PageFile::open(path, &inputs, None))
        .transpose()?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut sides = [DiffSide::of(&typed.old)?, DiffSide::of(&typed.new)?];
    let diff = typed
        .ignore
        .iter()
        .fold(Diff::default().factor(typed.factor), |diff, ignored| {
            diff.ignore(match ignored {
                Ignored::Params => Aspect::Parameters,
                Ignored::Methods => Aspect::Methods,
                Ignored::Statuses => Aspect::Statuses,
                Ignored::Lines => Aspect::Lines,
            })
        });
    let mut read = |settings, quiet| {
        SidesReader::new(typed, &signals, settings, quiet).both(&diff, &mut sides)
    };
    let mut found = read(settings.clone(), typed.quiet)?;
    if let Some((base, name)) = found.as_ref().and_then(only_host) {
        let with_base = settings.clone().set("base", &base)?;
        let based = read(with_base.clone(), true)?;
        // Only logs are completed: a list of paths may be of any host.
        if based
            .as_ref()
            .is_none_or(|sides| only_host(sides).is_none())
        {
            if !typed.quiet {
                say(format_args!(
                    "{name} names no host: its paths are read as those of {base}"
                ));
            }
            (found, settings) = (based, with_base);
        }
    }
    let Some([old, new]) = found else {
        // Inputs that could not be read have been named. Their paths would look as if they were
        // gone.
        return Ok(signals
            .received()
            .map_or(Outcome::Incomplete, Outcome::Interrupted));
    };
    for (list, name, path) in [(&old, "OLD", &typed.old), (&new, "NEW", &typed.new)] {
        if paths(list) == 0 && path != Path::new("/dev/null") {
            // All paths would seem to be new or gone, or nothing to differ.
            let path = shown(path);
            if list.not_urls == 0 {
                bail!("{name}: {path} has no URLs, so nothing can be compared");
            }
            bail!(
                "{name}: no line of {path} is a URL; `urlsift fields {path}` shows how lines are read"
            );
        }
    }
    let wanted = |change: &Change<'_>| typed.only.is_empty() || typed.only.contains(&kind(change));
    let between = |diff: &Diff| -> Vec<Change<'_>> {
        diff.between(&old, &new)
            .into_iter()
            .filter(wanted)
            .collect()
    };
    let changes = between(&diff.clone().min(typed.min));
    if !typed.quiet {
        let left_out = if typed.min > 1 {
            between(&diff).len() - changes.len()
        } else {
            0
        };
        note_what_is_not_compared(&diff, &old, &new, &typed.ignore);
        note_counts(&changes, [&old, &new], left_out, typed.min);
    }
    let outcome = if changes.is_empty() {
        Outcome::Done
    } else {
        Outcome::Different
    };
    let differences = Differences {
        old: &old,
        new: &new,
        changes,
        examples: typed.examples,
        sift: settings.build()?,
    };
    let text = match typed.format {
        DiffFormat::Text => text::shown(&differences)?.into_bytes(),
        DiffFormat::Jsonl => json::shown(&differences),
        DiffFormat::Markdown => markdown::shown(&differences)?.into_bytes(),
    };
    print(&text)?;
    if let Some(page) = page {
        let name = page.name.clone();
        page.write(&page::shown(&differences))
            .with_context(|| format!("cannot write the report {name}"))?;
    }
    Ok(outcome)
}

/// Returns the origin of the only host of one side, and the other side if it has paths alone.
fn only_host(sides: &[Templates; 2]) -> Option<(String, &'static str)> {
    if sides.iter().any(|side| side.same_paths > 0) {
        return None;
    }
    let hosts = |side: &Templates| {
        side.hosts()
            .map(|of_host| of_host[0].service())
            .collect::<Vec<_>>()
    };
    let (silent, host) = match sides.each_ref().map(hosts) {
        [old, new] if old == [""] => ("OLD", new),
        [old, new] if new == [""] => ("NEW", old),
        _ => return None,
    };
    let [host] = &host[..] else { return None };
    let base = if host.contains("://") {
        host.clone()
    } else {
        format!("https://{host}")
    };
    (!host.is_empty()).then_some((base, silent))
}

fn note_counts(changes: &[Change<'_>], lists: [&Templates; 2], left_out: usize, min: u64) {
    let [old, new] = lists.map(|list| HumanCount(paths(list)));
    say(format_args!(
        "{}; OLD has {old} paths, NEW {new}",
        counts(changes)
    ));
    if left_out > 0 {
        let left_out = HumanCount(left_out as u64);
        say(format_args!(
            "{left_out} differences of fewer than {min} lines are left out (--min)"
        ));
    }
}

/// Names the aspects that only one of the lists has.
fn note_what_is_not_compared(diff: &Diff, old: &Templates, new: &Templates, ignored: &[Ignored]) {
    let compared = diff.aspects(old, new);
    let known = [diff.aspects(old, old), diff.aspects(new, new)];
    for (aspect, name, option) in [
        (Aspect::Methods, "methods", Ignored::Methods),
        (Aspect::Statuses, "statuses", Ignored::Statuses),
    ] {
        let is_known = |list: usize| known[list].contains(&aspect);
        if !compared.contains(&aspect) && !ignored.contains(&option) && (is_known(0) || is_known(1))
        {
            let silent = if is_known(0) { "NEW" } else { "OLD" };
            say(format_args!("{name} are not compared: {silent} has none"));
        }
    }
    if old.only_kept != new.only_kept && !ignored.contains(&Ignored::Lines) {
        say("numbers of lines are not compared: a state counts the lines of all its runs");
    }
}
