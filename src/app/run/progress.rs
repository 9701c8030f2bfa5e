//! Progress on standard error: a bar with the remaining time, or a spinner if the size of the input
//! is unknown.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use urlsift::stream::Summary;

use super::destination::Destination;
use super::inputs;
use crate::cli::When;

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// The time between two updates of the bar.
const PAUSE: Duration = Duration::from_millis(100);

// The line is as wide as the terminal, and ends by moving the cursor to its start, where a terminal
// then shows a typed `^C`. At the end of the line, `^C` would wrap to the next one, and the bar
// would not be cleared.
const BAR: &str = "{bar:20} {percent:>3} % of {total_bytes}, {binary_bytes_per_sec}, {eta} left, {wide_msg}\x1b[1G";
const TRIED: &str = "{bar:20} {pos} of {len} thresholds tried{wide_msg}\x1b[1G";
const SPINNER: &str = "{spinner} {bytes}, {binary_bytes_per_sec}, {wide_msg}\x1b[1G";

/// The bar on the terminal, if there is one.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// The elapsed time at which it is drawn next.
    next: Duration,
}

impl Progress {
    /// Chooses whether and what to show.
    pub(crate) fn new(
        when: When,
        quiet: bool,
        paths: &[PathBuf],
        destination: &Destination,
    ) -> Self {
        let wanted = match when {
            When::Auto => destination.is_silent && !inputs::is_typed(paths),
            When::Always => true,
            When::Never => false,
        };
        Self::shown_if(wanted && !quiet && io::stderr().is_terminal(), paths)
    }

    /// Shows the progress of a reading that prints only at its end.
    pub(crate) fn of_reading(paths: &[PathBuf]) -> Self {
        let is_shown = io::stderr().is_terminal() && !inputs::is_typed(paths);
        Self::shown_if(is_shown, paths)
    }

    fn shown_if(is_shown: bool, paths: &[PathBuf]) -> Self {
        Self {
            bar: is_shown.then(|| bar(inputs::total_bytes(paths))),
            next: PATIENCE,
        }
    }

    /// Shows how many thresholds are tried, after the reading.
    pub(crate) fn show_tried(&mut self, done: usize, all: usize) {
        if let Some(bar) = &self.bar
            && (!bar.is_hidden() || bar.elapsed() >= PATIENCE)
        {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.set_message("");
            bar.set_style(style(TRIED));
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    }

    /// Shows nothing.
    pub(crate) fn none() -> Self {
        Self {
            bar: None,
            next: PATIENCE,
        }
    }

    /// Shows the progress of the run.
    pub(crate) fn show(&mut self, so_far: &Summary) {
        if let Some(bar) = &self.bar
            && so_far.elapsed >= self.next
        {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position(so_far.bytes_in);
            bar.set_message(match so_far.kept {
                0 => format!("{} lines", HumanCount(so_far.records)),
                kept => format!("{} kept", HumanCount(kept)),
            });
            self.next = so_far.elapsed + PAUSE;
        }
    }

    /// Shows how many of all distinct lines have been joined.
    pub(crate) fn show_joined(&self, done: u64, all: u64) {
        if let Some(bar) = &self.bar {
            let done = HumanCount(done);
            let all = HumanCount(all);
            bar.set_message(format!("{done} of {all} joined"));
        }
    }

    /// Runs `print`, which writes to standard error, without disturbing the bar.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes what is shown.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns a bar that starts its clock now, and is not drawn yet.
fn bar(total: Option<u64>) -> ProgressBar {
    let template = if total.is_some() { BAR } else { SPINNER };
    ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden()).with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}
