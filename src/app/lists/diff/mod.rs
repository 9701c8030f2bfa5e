//! `urlsift diff`: the paths of two lists or states that are new, gone or changed.

mod described;
mod differences;
mod json;
mod markdown;
mod page;
mod side;
mod silent;
mod text;

use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::HumanCount;

use urlsift::lists::{Aspect, Change, Delta, Diff, Templates};
use urlsift::settings::ByName;

use self::described::WithoutBodies;
use self::differences::{Differences, counts, kind, paths};
use self::side::{DiffSide, SidesReader};
use self::silent::SilentSide;
use crate::app::run::{PageFile, RunOutcome, Signals, print};
use crate::app::settings::{builder, input, read_files};
use crate::app::show::message::{counted, harmless, say, shell_word, shown};
use crate::cli::{ChangeKind, DiffFormat, DiffOptions, Ignored};

/// The most names that a note shows.
const NAMES: usize = 5;

/// Runs the subcommand.
pub(crate) fn run(typed: &DiffOptions) -> Result<RunOutcome> {
    let sides = [typed.old.clone(), typed.new.clone()];
    if sides.iter().all(|list| list.as_os_str() == "-") {
        bail!("OLD and NEW are both standard input: name a file for one of them");
    }
    if typed.factor.is_nan() || typed.factor <= 1.0 {
        bail!("--factor: must be a number above 1");
    }
    let settings = builder(&typed.settings, typed.quiet)?;
    let mut settings = input(settings, &typed.input)?;
    let inputs = read_files(&sides, &typed.settings)?;
    let page = match &typed.report {
        Some(path) => Some(PageFile::open(path, &inputs, None)?),
        None => None,
    };
    let signals = Signals::install()?;
    let old = DiffSide::of(&typed.old, typed.input.extract)?;
    let new = DiffSide::of(&typed.new, typed.input.extract)?;
    let mut sides = [old, new];
    let mut diff = Diff::default().factor(typed.factor);
    for ignored in &typed.ignore {
        diff = diff.ignore(match ignored {
            Ignored::Params => Aspect::Parameters,
            Ignored::Methods => Aspect::Methods,
            Ignored::Statuses => Aspect::Statuses,
            Ignored::Lines => Aspect::Lines,
        });
    }
    let mut read = |settings, quiet| {
        SidesReader::new(typed, &signals, settings, quiet).both(&diff, &mut sides)
    };
    let mut found = read(settings.clone(), typed.quiet)?;
    if let Some(silent) = found.as_ref().and_then(SilentSide::of) {
        settings = settings.set("base", &silent.base)?;
        found = read(settings.clone(), true)?;
        if !typed.quiet {
            silent.tell();
        }
    }
    let Some([old, new]) = found else {
        // Inputs that could not be read have been named. Their paths would look as if they were
        // gone.
        return Ok(match signals.received() {
            Some(signal) => RunOutcome::Interrupted(signal),
            None => RunOutcome::Incomplete,
        });
    };
    check_paths(&old, "OLD", &typed.old)?;
    check_paths(&new, "NEW", &typed.new)?;
    let sift = settings.build()?;
    let mut without_bodies = WithoutBodies::default();
    let mut between = |diff: &Diff| -> Vec<Change<'_>> {
        let mut changes = diff.between(&old, &new);
        // Two descriptions say what they have.
        let is_described = old.described || new.described;
        if is_described && !(old.described_bodies && new.described_bodies) {
            without_bodies = described::leave_out_bodies(&mut changes, &sift);
        }
        if !typed.only.is_empty() {
            changes.retain(|change| is_of_kinds(change, &typed.only));
        }
        changes
    };
    let changes = between(&diff.clone().min(typed.min));
    if !typed.quiet {
        let mut left_out = 0;
        if typed.min > 1 {
            left_out = between(&diff).len() - changes.len();
        }
        note_not_urls(&old, "OLD", &typed.old);
        note_not_urls(&new, "NEW", &typed.new);
        note_what_is_not_compared(&diff, &old, &new, &typed.ignore);
        for (is_silent, name) in [(without_bodies.old, "OLD"), (without_bodies.new, "NEW")] {
            if is_silent {
                say(format_args!(
                    "names in bodies are not compared where {name} lists none"
                ));
            }
        }
        note_names(&new);
        note_counts(&changes, [&old, &new], left_out, typed.min);
    }
    // Where nothing but 404 was answered, nothing is known to be.
    let differs = |change: &Change<'_>| {
        let kind = kind(change);
        kind != ChangeKind::Missing || typed.only.contains(&kind)
    };
    let outcome = if changes.iter().any(differs) {
        RunOutcome::Different
    } else {
        RunOutcome::Done
    };
    let differences = Differences {
        old: &old,
        new: &new,
        changes,
        examples: typed.examples,
    };
    let text = match typed.format {
        DiffFormat::Text => text::shown(&differences)?.into_bytes(),
        DiffFormat::Jsonl => json::shown(&differences),
        DiffFormat::Markdown => markdown::shown(&differences)?.into_bytes(),
    };
    print(text)?;
    if let Some(page) = page {
        let name = page.name.clone();
        page.write(&page::shown(&differences))
            .with_context(|| format!("cannot write the report {name}"))?;
    }
    Ok(outcome)
}

/// Whether a change is of one of these kinds. Methods and parameters that one list lacks at a path
/// of both are new or gone, too.
fn is_of_kinds(change: &Change<'_>, kinds: &[ChangeKind]) -> bool {
    if kinds.contains(&kind(change)) {
        return true;
    }
    let Change::Changed(changed) = change else {
        return false;
    };
    let has = |delta: &Delta| {
        let Delta { gained, lost, .. } = delta;
        (kinds.contains(&ChangeKind::New) && !gained.is_empty())
            || (kinds.contains(&ChangeKind::Gone) && !lost.is_empty())
    };
    has(&changed.methods) || has(&changed.parameters)
}

/// Refuses a list without paths: all of them would seem to be new or gone, or nothing to differ.
fn check_paths(list: &Templates, name: &str, path: &Path) -> Result<()> {
    if paths(list) > 0 || path == Path::new("/dev/null") {
        return Ok(());
    }
    let shown = shown(path);
    if list.not_urls == 0 {
        bail!("{name}: {shown} has no URLs, so nothing can be compared");
    }
    let file = shell_word(&path.to_string_lossy());
    bail!("{name}: no line of {shown} is a URL; urlsift fields {file} shows how lines are read");
}

/// Counts the lines of a list that are not URLs, of which nothing is compared.
fn note_not_urls(list: &Templates, name: &str, path: &Path) {
    if list.not_urls == 0 {
        return;
    }
    let are = if list.not_urls == 1 {
        "is not a URL"
    } else {
        "are not URLs"
    };
    let lines = counted(list.not_urls, "line");
    let file = shell_word(&path.to_string_lossy());
    say(format_args!(
        "{lines} of {name} {are} and not compared: urlsift --print verdict,line --all {file} shows which"
    ));
}

fn note_counts(changes: &[Change<'_>], lists: [&Templates; 2], left_out: usize, min: u64) {
    let [old, new] = lists.map(paths);
    let counts = counts(changes);
    let old = counted(old, "path");
    let new = HumanCount(new);
    say(format_args!("{counts}; OLD has {old}, NEW {new}"));
    if left_out > 0 {
        let left_out = HumanCount(left_out as u64);
        say(format_args!(
            "{left_out} differences of fewer than {min} lines are left out (--min)"
        ));
    }
}

/// Counts the names that learned positions hide, though they may be new endpoints.
fn note_names(new: &Templates) {
    let count = new.hidden_names.len();
    if count == 0 {
        return;
    }
    let first = &new.hidden_names[..count.min(NAMES)];
    let first = first.join(", ");
    let names = counted(count as u64, "name");
    let first = harmless(&first);
    say(format_args!(
        "{names} of NEW at learned positions may be endpoints that OLD has not, such as {first}: --no-learn shows them"
    ));
}

/// Names the aspects that only one of the lists has.
fn note_what_is_not_compared(diff: &Diff, old: &Templates, new: &Templates, ignored: &[Ignored]) {
    let compared = diff.aspects(old, new);
    let of_old = diff.aspects(old, old);
    let of_new = diff.aspects(new, new);
    for (aspect, name, option) in [
        (Aspect::Methods, "methods", Ignored::Methods),
        (Aspect::Statuses, "statuses", Ignored::Statuses),
    ] {
        if compared.contains(&aspect) || ignored.contains(&option) {
            continue;
        }
        let silent = if of_old.contains(&aspect) {
            "NEW"
        } else if of_new.contains(&aspect) {
            "OLD"
        } else {
            continue;
        };
        say(format_args!("{name} are not compared: {silent} has none"));
    }
    if !ignored.contains(&Ignored::Lines) && (old.described || new.described) {
        let silent = if old.described { "OLD" } else { "NEW" };
        say(format_args!(
            "numbers of lines are not compared: {silent} has none"
        ));
    } else if old.only_kept != new.only_kept && !ignored.contains(&Ignored::Lines) {
        say("numbers of lines are not compared: a state counts the lines of all its runs");
    }
}
