//! `urlsift sessions`: what clients did around each POST, from access logs.

mod log;
mod windows;

use std::io::{BufWriter, Write};

use anyhow::Result;

use urlsift::stream::Run;

use crate::app::run::{
    Destination, Existing, Monitor, Progress, RunOutcome, Signals, inputs, stdout,
};
use crate::app::settings::sources;
use crate::app::show::message::say_count;
use crate::cli;
use log::LoggedRequest;
use windows::Windows;

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::Sessions) -> Result<RunOutcome> {
    let paths = inputs::paths(&typed.files);
    let destination = Destination::open(None, &paths, b'\n', Existing::Emptied)?;
    let signals = Signals::install()?;
    let mut monitor = Monitor::new(&signals, Progress::none(), false);
    let mut output = BufWriter::new(destination.output);
    let around = usize::from(typed.around);
    let gap = i64::from(typed.gap);
    let mut windows = Windows::new(around, gap)?;
    let mut written = Ok(());
    let mut others = 0_u64;
    let run = Run::new(sources(paths)).monitor(&mut monitor);
    let summary = run.lines(|line| match LoggedRequest::of(line) {
        // Write errors are reported at the end; the reader may have gone away.
        Some(request) if written.is_ok() => written = windows.take(&request, &mut output),
        Some(_) => {}
        None => others += u64::from(!line.is_empty()),
    })?;
    let written = written.and_then(|()| output.flush());
    stdout::check_written(written, &destination.name)?;
    if !typed.quiet {
        say_count(
            windows.left_out(),
            "POST with fewer requests around it, left out",
            "POSTs with fewer requests around them, left out",
        );
        say_count(
            others + summary.long,
            "line is not of an access log in the common or combined format",
            "lines are not of an access log in the common or combined format",
        );
    }
    Ok(RunOutcome::of(&signals, &summary))
}
