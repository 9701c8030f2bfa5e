//! `urlsift sessions`: what clients did around each POST, from access logs.

mod log;
mod windows;

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result};

use urlsift::stream::Run;

use crate::app::run::destination::Destination;
use crate::app::run::inputs;
use crate::app::run::monitor::Monitor;
use crate::app::run::outcome::Outcome;
use crate::app::run::output::Existing;
use crate::app::run::progress::Progress;
use crate::app::run::signals::Signals;
use crate::app::settings::sources;
use crate::app::show::message::say_count;
use crate::cli;
use log::Request;
use windows::Windows;

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::Sessions) -> Result<Outcome> {
    let paths = inputs::paths(&typed.files);
    let Destination { name, output, .. } =
        Destination::open(None, &paths, b'\n', Existing::Emptied)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut monitor = Monitor::new(&signals, Progress::none(), false);
    let mut output = BufWriter::new(output);
    let mut windows = Windows::new(usize::from(typed.around), i64::from(typed.gap))?;
    let mut written = Ok(());
    let mut others = 0_u64;
    let run = Run::new(sources(paths)).monitor(&mut monitor);
    let summary = run.lines(|line| match Request::of(line) {
        // Write errors are reported at the end; the reader may have gone away.
        Some(request) if written.is_ok() => written = windows.take(&request, &mut output),
        Some(_) => {}
        None => others += u64::from(!line.is_empty()),
    })?;
    let written = written.and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written.with_context(|| format!("cannot write {name}"))?,
    }
    if !typed.quiet {
        say_count(
            windows.left_out(),
            "POST with fewer requests around it, left out",
            "POSTs with fewer requests around them, left out",
        );
        say_count(
            others + summary.long,
            "line is not a request of an access log",
            "lines are not requests of an access log",
        );
    }
    Ok(Outcome::of(&signals, &summary))
}
