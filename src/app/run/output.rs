//! Decides what a run with a state does with an existing file of `--output`.
//!
//! The lines of a state are printed once, and are lost if their file is emptied. So the state
//! remembers its last output, and a run continues it, leaves it alone, or refuses.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum as _;
use urlsift::memory::Output;

use super::inputs;
use super::report::printed;
use crate::app::show::message::shown;
use crate::cli::{FilterOptions, Format, Print, StatePlace};

/// Other ways to get an output.
const ELSEWHERE: &str = "write to another file, append with >> instead of --output, or add --overwrite to replace its content";

/// Ways to treat the content of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// Removes it.
    Emptied,
    /// Cuts it to this length and continues there: an earlier run was interrupted.
    Continued(u64),
    /// Appends to it: an earlier run on the same inputs was complete.
    Appended,
    /// Leaves it alone: printing a line is an error, with this reason.
    Guarded(String),
}

impl Existing {
    /// Says whether an earlier run has printed the names of columns.
    pub(crate) fn has_header(&self) -> bool {
        match self {
            Self::Emptied => false,
            Self::Continued(length) => *length > 0,
            Self::Appended | Self::Guarded(_) => true,
        }
    }
}

/// Returns the output as the state will remember it, and what to do with its content. `None`: it is
/// not a file that could be continued.
///
/// # Errors
/// The content would be lost.
pub(crate) fn plan(
    filter: &FilterOptions,
    path: &Path,
    place: &StatePlace,
    last: Option<&Output>,
    is_new: bool,
) -> Result<Option<(Output, Existing)>> {
    let mut output = Output::new(name(path), form(filter));
    output.inputs = inputs::identity(&inputs::paths(&filter.files));
    let there = match path.metadata() {
        Ok(data) if !data.is_file() => return Ok(None),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    let shown = shown(path);
    let Some(last) = last.filter(|last| last.name == output.name) else {
        // A server keeps no outputs, because many runs share it.
        let is_unknown = place.file().is_none() && !is_new && there > 0;
        if is_unknown && !filter.overwrite {
            bail!(
                "{shown} is not empty: it may hold lines that an earlier run on this state printed, which no run prints again; {ELSEWHERE}"
            );
        }
        return Ok(Some((output, Existing::Emptied)));
    };
    let existing = if last.finished {
        after_end(filter, &shown, last, &output, there)?
    } else {
        continuing(filter, &shown, last, &output, there)?
    };
    output.length = match existing {
        Existing::Appended => there,
        Existing::Continued(length) => length,
        Existing::Emptied | Existing::Guarded(_) => output.length,
    };
    Ok(Some((output, existing)))
}

/// Decides about the output of an interrupted run, which now has `there` bytes.
fn continuing(
    filter: &FilterOptions,
    shown: &str,
    last: &Output,
    output: &Output,
    there: u64,
) -> Result<Existing> {
    let is_dry = filter.memory.dry_run;
    if filter.overwrite && (is_dry || last.form != output.form) {
        return Ok(Existing::Emptied);
    }
    if is_dry {
        bail!(
            "{shown} is the output of an interrupted run that can be continued: --dry-run would empty it; write to another file"
        );
    }
    if last.form != output.form {
        bail!(
            "{shown} is the output of an interrupted run, {}, and would be emptied: repeat that run to continue it; or {ELSEWHERE}",
            described(&last.form)
        );
    }
    if there >= last.length {
        return Ok(Existing::Continued(last.length));
    }
    if filter.overwrite {
        return Ok(Existing::Emptied);
    }
    bail!(
        "cannot continue {shown}: it has {there} bytes, and the state knows of {} that the last run wrote; put it back, write to \
         another file and accept their loss, or add --overwrite",
        last.length
    )
}

/// Decides about the output of a complete run.
fn after_end(
    filter: &FilterOptions,
    shown: &str,
    last: &Output,
    output: &Output,
    there: u64,
) -> Result<Existing> {
    if there == 0 {
        return Ok(Existing::Emptied);
    }
    if filter.memory.dry_run && !filter.overwrite {
        bail!(
            "{shown} holds lines that the last run on this state printed: --dry-run would empty it; write to another file"
        );
    }
    let has_same_inputs = last.inputs.is_some() && last.inputs == output.inputs;
    if !filter.memory.dry_run && has_same_inputs && last.form == output.form {
        return Ok(Existing::Appended);
    }
    if filter.overwrite {
        return Ok(Existing::Emptied);
    }
    let difference = if last.form != output.form {
        format!("it was written {}", described(&last.form))
    } else if output.inputs.is_none() {
        "this run reads a pipe, which cannot be identified".to_owned()
    } else {
        "this run reads other files, or they have changed".to_owned()
    };
    Ok(Existing::Guarded(format!(
        "it holds lines that an earlier run on this state printed, which no run prints again, and {difference}; {ELSEWHERE}"
    )))
}

/// Refuses an output that is the state itself, or a file that belongs to it.
pub(crate) fn check(path: &Path, state: &Path) -> Result<()> {
    let path_name = name(path);
    let Some(suffix) = path_name.strip_prefix(&name(state)) else {
        return Ok(());
    };
    match suffix {
        "" => bail!(
            "{} is both the state and the output: name another file for one of them",
            shown(state)
        ),
        "-wal" | "-shm" | "-journal" | ".lock" | ".making" => {
            bail!(
                "{} belongs to the state {}: name another file for the output",
                shown(path),
                shown(state)
            )
        }
        _ => Ok(()),
    }
}

/// Returns the options that choose the form of the output.
fn form(filter: &FilterOptions) -> String {
    let format = filter
        .format
        .to_possible_value()
        .filter(|_| filter.format != Format::Text);
    let format = format.map(|format| format!("--format {}", format.get_name()));
    let print =
        (filter.print != Print::Line).then(|| format!("--print {}", printed::name(filter.print)));
    let switches = [
        (filter.csv_safe, "--csv-safe"),
        (filter.count, "--count"),
        (filter.dropped, "--dropped"),
        (filter.memory.at_least.is_some(), "--at-least"),
        (filter.null && filter.format == Format::Text, "--null"),
    ];
    let switches = switches
        .into_iter()
        .filter(|(is_on, _)| *is_on)
        .map(|(_, name)| name.to_owned());
    format
        .into_iter()
        .chain(print)
        .chain(switches)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Says how an output was written, for a message.
fn described(form: &str) -> String {
    if form.is_empty() {
        "without --format and the like".to_owned()
    } else {
        format!("with {form}")
    }
}

/// Returns the full path of an output, as a run from another directory names it too.
pub(crate) fn name(path: &Path) -> String {
    let full = path.canonicalize().or_else(|_| {
        // The file does not exist yet, but its directory does.
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        folder
            .canonicalize()
            .map(|folder| folder.join(path.file_name().unwrap_or_default()))
    });
    full.unwrap_or_else(|_| PathBuf::from(path))
        .to_string_lossy()
        .into_owned()
}
