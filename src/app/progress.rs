//! Progress on standard error: a bar with the time that is left, or a spinner when the input's size is not known.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use urlsift::stream::Summary;

use super::destination::Destination;
use super::inputs;
use crate::cli::{Filter, When};

/// Runs that are over by then show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

const BAR: &str = "{bar:30} {percent:>3} % of {total_bytes}  {binary_bytes_per_sec}  {msg}  {eta} left";
const SPINNER: &str = "{spinner} {bytes}  {binary_bytes_per_sec}  {msg}";

/// What shows progress, if it is shown.
pub(super) enum Progress {
    /// Shows nothing.
    Off,
    /// Will show how much of so many bytes is read.
    Later(Option<u64>),
    /// Shows a bar or a spinner.
    Shown(ProgressBar),
}

impl Progress {
    /// Chooses whether and what to show.
    pub(super) fn new(filter: &Filter, paths: &[PathBuf], destination: &Destination) -> Self {
        let wanted = match filter.progress {
            When::Auto => destination.is_silent && !inputs::is_typed(paths),
            When::Always => true,
            When::Never => false,
        };
        if wanted && !filter.quiet && io::stderr().is_terminal() {
            Self::Later(inputs::total_bytes(paths))
        } else {
            Self::Off
        }
    }

    /// Shows how far the run is.
    pub(super) fn show(&mut self, so_far: &Summary) {
        if let Self::Later(total) = self
            && so_far.elapsed > PATIENCE
        {
            *self = Self::Shown(bar(*total, so_far.elapsed));
        }
        if let Self::Shown(bar) = self {
            bar.set_message(format!("{} of {} kept", HumanCount(so_far.kept), HumanCount(so_far.records)));
            bar.set_position(so_far.bytes_in);
        }
    }

    /// Prints something else on standard error.
    pub(super) fn aside(&self, print: impl FnOnce()) {
        match self {
            Self::Shown(bar) => bar.suspend(print),
            Self::Off | Self::Later(_) => print(),
        }
    }

    /// Removes what is shown.
    pub(super) fn finish(self) {
        if let Self::Shown(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>, elapsed: Duration) -> ProgressBar {
    let template = if total.is_some() { BAR } else { SPINNER };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10))
        .with_style(style)
        .with_elapsed(elapsed)
}
