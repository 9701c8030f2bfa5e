//! The paths with the most lines, with their errors: the first screen of a log.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use indicatif::HumanCount;
use urlsift::lists::{Endpoint, Templates};

use super::ranked::{Rank, Ranked};
use crate::app::show::message::harmless;
use crate::cli::TemplatesOrder;

/// The most paths of the table.
const PATHS: NonZeroUsize = NonZeroUsize::new(10).expect("not zero");

/// A table of the paths with the most lines.
pub(super) struct LargestPaths {
    rows: Ranked<String>,
    has_statuses: bool,
}

impl LargestPaths {
    pub(super) fn new() -> Self {
        Self {
            rows: Ranked::new(Some(PATHS)),
            has_statuses: false,
        }
    }

    /// Adds the paths of a host.
    pub(super) fn add(&mut self, templates: &Templates) {
        for endpoint in templates.endpoints() {
            let rank = Rank::of(TemplatesOrder::Count, endpoint.templates);
            self.rows.add(rank, endpoint.lines(), || row(endpoint));
            self.has_statuses |= !endpoint.statuses().is_empty();
        }
    }

    /// Writes the table if lines have statuses and it has several rows. Returns whether it does.
    pub(super) fn write(mut self, output: &mut dyn Write) -> io::Result<bool> {
        let rows: Vec<String> = self.rows.take().collect();
        let is_shown = self.has_statuses && rows.len() > 1;
        if is_shown {
            writeln!(
                output,
                "    lines      4xx      5xx  paths with the most lines"
            )?;
            for row in rows {
                writeln!(output, "{row}")?;
            }
            match self.rows.left_out {
                0 => {}
                paths => {
                    let paths = HumanCount(paths);
                    let lines = HumanCount(self.rows.left_out_lines).to_string();
                    writeln!(
                        output,
                        "{lines:>9}  in {paths} others; --format tsv has all"
                    )?;
                }
            }
        }
        Ok(is_shown)
    }
}

fn row(endpoint: Endpoint<'_>) -> String {
    let first = endpoint.first();
    let statuses = endpoint.statuses();
    let errors = |hundred: u16| {
        let of_hundred = statuses.range(hundred * 100..hundred * 100 + 100);
        HumanCount(of_hundred.map(|(_, lines)| lines).sum()).to_string()
    };
    let lines = HumanCount(endpoint.lines()).to_string();
    let methods: Vec<&str> = endpoint.methods().into_keys().collect();
    let mut path = methods.join(",");
    if !path.is_empty() {
        path.push(' ');
    }
    path += &first.service();
    path += &first.path_text();
    format!(
        "{lines:>9}{:>9}{:>9}  {}",
        errors(4),
        errors(5),
        harmless(&path)
    )
}
