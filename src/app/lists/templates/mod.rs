//! `urlsift templates`: the templates of a list or a state, as a tree for each host.

mod dot;
mod object;
mod text;
mod tree;

use anyhow::Result;
use indicatif::HumanCount;

use super::template_source;
use crate::app::run::{RunOutcome, print_by};
use crate::app::show::message::say;
use crate::cli::{TemplatesFormat, TemplatesOptions};

/// Runs the subcommand.
pub(crate) fn run(typed: &TemplatesOptions) -> Result<RunOutcome> {
    let counted = match template_source::count(&typed.source, false)? {
        Ok(counted) => counted,
        Err(outcome) => return Ok(outcome),
    };
    let not_urls = counted.reader.not_urls();
    let min = typed.source.min;
    let mut left_out = 0;
    let mut left_out_lines = 0;
    let mut hosts = counted.reader.by_host(&counted.sift).map(|mut templates| {
        let (count, lines) = templates.leave_out_below(min);
        left_out += count;
        left_out_lines += lines;
        templates
    });
    print_by(move |output| match typed.format {
        TemplatesFormat::Text => text::write(hosts, output),
        TemplatesFormat::Dot => dot::write(hosts, output),
        TemplatesFormat::Jsonl => hosts.try_for_each(|templates| {
            let only_kept = templates.only_kept;
            let mut templates = templates.iter();
            templates.try_for_each(|template| {
                let object = object::object(template, only_kept);
                output.write_all(&object.line())
            })
        }),
    })?;
    if !typed.source.quiet {
        if left_out > 0 {
            let left_out = HumanCount(left_out as u64);
            let lines = HumanCount(left_out_lines);
            say(format_args!(
                "templates of fewer than {min} lines are left out: {left_out} with {lines} lines"
            ));
        }
        if not_urls > 0 {
            let count = HumanCount(not_urls);
            say(format_args!(
                "lines that are not URLs have no template: {count}"
            ));
        }
    }
    Ok(counted.outcome)
}
