//! `urlsift templates`: the templates of a list or a state, as a tree for each host or as a table.

mod dot;
mod object;
mod ranked;
mod summary;
mod table;
mod text;
mod tree;

use std::io::{self, Write};

use anyhow::Result;
use indicatif::HumanCount;
use urlsift::lists::{Template, Templates};
use urlsift::settings::By;

use super::template_source;
use crate::app::run::{RunOutcome, print_by};
use crate::app::show::columns::PrintedColumns;
use crate::app::show::message::say;
use crate::cli::{TemplatesFormat, TemplatesOptions};
use ranked::{Rank, Ranked};

/// Runs the subcommand.
pub(crate) fn run(typed: &TemplatesOptions) -> Result<RunOutcome> {
    let columns = columns(typed.format);
    let mut settings = template_source::settings(&typed.source)?;
    if columns.is_some() && !typed.source.settings.has("by") {
        // A status has a column, and no row of its own.
        settings = settings.by("method".parse::<By>()?);
    }
    let counted = match template_source::count(&typed.source, settings, false)? {
        Ok(counted) => counted,
        Err(outcome) => return Ok(outcome),
    };
    let not_urls = counted.reader.not_urls();
    let min = typed.source.min;
    let mut left_out = 0;
    let mut left_out_lines = 0;
    let hosts = counted.reader.by_host(&counted.sift).map(|mut templates| {
        let (count, lines) = templates.leave_out_below(min);
        left_out += count;
        left_out_lines += lines;
        templates
    });
    let mut others = LeftOutItems::default();
    let printed = &mut others;
    print_by(move |output| match typed.format {
        TemplatesFormat::Text | TemplatesFormat::Dot => {
            let hosts = first_paths(typed, hosts, printed);
            match typed.format {
                TemplatesFormat::Dot => dot::write(hosts, typed.order(), output),
                _ => text::write(hosts, typed.order(), output),
            }
        }
        _ => {
            if let Some(columns) = columns {
                output.write_all(&table::header(columns))?;
            }
            write_each(typed, hosts, columns, printed, output)
        }
    })?;
    if !typed.source.quiet {
        if left_out > 0 {
            let left_out = HumanCount(left_out as u64);
            let lines = HumanCount(left_out_lines);
            say(format_args!(
                "templates of fewer than {min} lines are left out: {left_out} with {lines} lines"
            ));
        }
        others.note();
        if not_urls > 0 {
            let count = HumanCount(not_urls);
            say(format_args!(
                "lines that are not URLs have no template: {count}"
            ));
        }
    }
    Ok(counted.outcome)
}

/// What -n leaves out.
#[derive(Default)]
struct LeftOutItems {
    items: u64,
    /// The number of their lines.
    lines: u64,
}

impl LeftOutItems {
    fn note(&self) {
        if self.items > 0 {
            let items = HumanCount(self.items);
            let lines = HumanCount(self.lines);
            say(format_args!(
                "-n leaves out {items} more with {lines} lines"
            ));
        }
    }

    fn count<T>(&mut self, ranked: &Ranked<T>) {
        self.items = ranked.left_out;
        self.lines = ranked.left_out_lines;
    }
}

/// Returns the columns of a format, if it is a table.
fn columns(format: TemplatesFormat) -> Option<PrintedColumns> {
    match format {
        TemplatesFormat::Tsv => Some(PrintedColumns::Tabs),
        TemplatesFormat::Csv => Some(PrintedColumns::Commas { is_safe: false }),
        TemplatesFormat::CsvSafe => Some(PrintedColumns::Commas { is_safe: true }),
        TemplatesFormat::Text | TemplatesFormat::Jsonl | TemplatesFormat::Dot => None,
    }
}

/// Writes a row or an object for each template.
fn write_each(
    typed: &TemplatesOptions,
    hosts: impl Iterator<Item = Templates>,
    columns: Option<PrintedColumns>,
    others: &mut LeftOutItems,
    output: &mut dyn Write,
) -> io::Result<()> {
    let is_ranked = columns.is_some() || typed.order.is_some() || typed.top.is_some();
    let mut ranked = Ranked::new(typed.top);
    for templates in hosts {
        for template in &templates {
            let item = || match columns {
                Some(columns) => table::row(template, columns),
                None => object::object(template, templates.only_kept).line(),
            };
            if is_ranked {
                let rank = Rank::of(typed.order(), std::slice::from_ref(template));
                ranked.add(rank, template.lines, || item().into_boxed_slice());
            } else {
                output.write_all(&item())?;
            }
        }
    }
    for item in ranked.take() {
        output.write_all(&item)?;
    }
    others.count(&ranked);
    Ok(())
}

/// Returns the templates of the first paths that are wanted: of all, without -n.
fn first_paths<'t>(
    typed: &TemplatesOptions,
    hosts: impl Iterator<Item = Templates> + 't,
    others: &mut LeftOutItems,
) -> Box<dyn Iterator<Item = Templates> + 't> {
    if typed.top.is_none() {
        return Box::new(hosts);
    }
    let mut ranked = Ranked::new(typed.top);
    for templates in hosts {
        for endpoint in templates.endpoints() {
            let rank = Rank::of(typed.order(), endpoint.templates);
            ranked.add(rank, endpoint.lines(), || endpoint.templates.to_vec());
        }
    }
    let paths: Vec<Vec<Template>> = ranked.take().collect();
    others.count(&ranked);
    let templates: Templates = paths.into_iter().flatten().collect();
    Box::new(std::iter::once(templates))
}
