//! Decides what a run with a state does with an existing file of `--output`.
//!
//! The lines of a state are printed once, and are lost if their file is emptied. So the state
//! remembers its last output, and a run continues it, leaves it alone, or refuses.

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum as _;
use urlsift::memory::{Output, State};

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
    state: &State,
) -> Result<Option<(Output, Existing)>> {
    let mut output = Output::new(name(path), form(filter));
    output.inputs = inputs::identity(&inputs::paths(&filter.files));
    let length = match path.metadata() {
        Ok(data) if !data.is_file() => return Ok(None),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    let shown = shown(path);
    let Some(last) = state.output().filter(|last| last.name == output.name) else {
        // A server keeps no outputs, because many runs share it.
        let is_server = matches!(filter.memory.state, Some(StatePlace::Server(_)));
        let is_unknown = is_server && state.start().is_some() && length > 0;
        if is_unknown && !filter.overwrite {
            bail!(
                "{shown} is not empty: it may hold lines that an earlier run on this state printed, which no run prints again; {ELSEWHERE}"
            );
        }
        return Ok(Some((output, Existing::Emptied)));
    };
    let known = KnownOutput {
        filter,
        shown,
        last,
        next: &output,
        length,
    };
    let existing = if last.finished {
        known.after_end()?
    } else {
        known.after_interruption()?
    };
    output.length = match existing {
        Existing::Appended => length,
        Existing::Continued(length) => length,
        Existing::Emptied | Existing::Guarded(_) => output.length,
    };
    Ok(Some((output, existing)))
}

/// An output that the last run on the state wrote, too.
struct KnownOutput<'o> {
    filter: &'o FilterOptions,
    /// Its name in messages.
    shown: String,
    /// As the state remembers it.
    last: &'o Output,
    /// As the state will remember it.
    next: &'o Output,
    /// The number of bytes that it has now.
    length: u64,
}

impl KnownOutput<'_> {
    /// Decides about the output of an interrupted run.
    fn after_interruption(&self) -> Result<Existing> {
        let shown = &self.shown;
        let is_dry = self.filter.memory.dry_run;
        let has_other_form = self.last.form != self.next.form;
        let overwrites = self.filter.overwrite;
        if overwrites && (is_dry || has_other_form) {
            return Ok(Existing::Emptied);
        }
        if is_dry {
            bail!(
                "{shown} is the output of an interrupted run that can be continued: --dry-run would empty it; write to another file"
            );
        }
        if has_other_form {
            bail!(
                "{shown} is the output of an interrupted run, {}, and would be emptied: repeat that run to continue it; or {ELSEWHERE}",
                described(&self.last.form)
            );
        }
        if self.length >= self.last.length {
            return Ok(Existing::Continued(self.last.length));
        }
        if overwrites {
            return Ok(Existing::Emptied);
        }
        bail!(
            "cannot continue {shown}: it has {} bytes, and the state knows of {} that the last run wrote; put it back, write to \
             another file and accept their loss, or add --overwrite",
            self.length,
            self.last.length
        )
    }

    /// Decides about the output of a complete run.
    fn after_end(&self) -> Result<Existing> {
        let is_dry = self.filter.memory.dry_run;
        if self.length == 0 {
            return Ok(Existing::Emptied);
        }
        if is_dry && !self.filter.overwrite {
            bail!(
                "{} holds lines that the last run on this state printed: --dry-run would empty it; write to another file",
                self.shown
            );
        }
        let has_other_form = self.last.form != self.next.form;
        let has_same_inputs = self.last.inputs.is_some() && self.last.inputs == self.next.inputs;
        if !is_dry && has_same_inputs && !has_other_form {
            return Ok(Existing::Appended);
        }
        if self.filter.overwrite {
            return Ok(Existing::Emptied);
        }
        let difference = if has_other_form {
            format!("it was written {}", described(&self.last.form))
        } else if self.next.inputs.is_none() {
            "this run reads a pipe, which cannot be identified".to_owned()
        } else {
            "this run reads other files, or they have changed".to_owned()
        };
        Ok(Existing::Guarded(format!(
            "it holds lines that an earlier run on this state printed, which no run prints again, and {difference}; {ELSEWHERE}"
        )))
    }
}

/// Refuses an output that is the state itself, or a file that belongs to it.
pub(crate) fn check(path: &Path, state: &Path) -> Result<()> {
    let path_name = name(path);
    let Some(suffix) = path_name.strip_prefix(&name(state)) else {
        return Ok(());
    };
    let state = shown(state);
    match suffix {
        "" => bail!("{state} is both the state and the output: name another file for one of them"),
        "-wal" | "-shm" | "-journal" | ".lock" | ".making" => {
            let path = shown(path);
            bail!("{path} belongs to the state {state}: name another file for the output")
        }
        _ => Ok(()),
    }
}

/// Returns the options that choose the form of the output.
fn form(filter: &FilterOptions) -> String {
    let mut options = Vec::new();
    let format = match filter.format {
        // What older versions have stored.
        Format::Json if filter.all || filter.dropped => Format::Jsonl,
        format => format,
    };
    if format != Format::Text
        && let Some(format) = format.to_possible_value()
    {
        options.push(format!("--format {}", format.get_name()));
    }
    if filter.print != [Print::Line] {
        let names: Vec<&str> = filter.print.iter().copied().map(printed::name).collect();
        options.push(format!("--print {}", names.join(",")));
    }
    let switches = [
        (filter.csv_safe, "--csv-safe"),
        (filter.count, "--count"),
        (filter.dropped, "--dropped"),
        (filter.all && filter.format != Format::Json, "--all"),
        (filter.memory.min.is_some(), "--min"),
        (filter.null && filter.format == Format::Text, "--null"),
    ];
    for (is_on, name) in switches {
        if is_on {
            options.push(name.to_owned());
        }
    }
    options.join(" ")
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
    let mut full = path.canonicalize();
    if full.is_err() {
        // The file does not exist yet, but its directory does.
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = path.file_name().unwrap_or_default();
        full = folder.canonicalize().map(|folder| folder.join(name));
    }
    let full = full.unwrap_or_else(|_| path.to_owned());
    full.to_string_lossy().into_owned()
}
