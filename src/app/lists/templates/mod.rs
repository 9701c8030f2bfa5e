//! `urlsift templates`: the templates of a list or a state, as a tree for each host.

mod dot;
mod object;
mod text;
mod tree;

use anyhow::Result;
use indicatif::HumanCount;

use super::template_source::{self, Counted};
use crate::app::run::outcome::Outcome;
use crate::app::run::stdout::print_by;
use crate::app::show::message::say;
use crate::cli::{TemplatesFormat, TemplatesOptions};

/// Runs the subcommand.
pub(crate) fn run(typed: &TemplatesOptions) -> Result<Outcome> {
    let Counted {
        reader,
        sift,
        outcome,
        ..
    } = match template_source::count(&typed.source, false)? {
        Ok(counted) => counted,
        Err(outcome) => return Ok(outcome),
    };
    let (not_urls, min, mut left_out, mut lines) = (reader.not_urls(), typed.source.min, 0, 0);
    let mut hosts = reader.by_host(&sift).map(|mut templates| {
        let few = templates.leave_out_below(min);
        (left_out, lines) = (left_out + few.0, lines + few.1);
        templates
    });
    print_by(move |output| match typed.format {
        TemplatesFormat::Text => text::write(hosts, output),
        TemplatesFormat::Dot => dot::write(hosts, output),
        TemplatesFormat::Jsonl => hosts.try_for_each(|templates| {
            let mut objects = templates
                .iter()
                .map(|template| object::object(template, templates.only_kept));
            objects.try_for_each(|object| output.write_all(&object.line()))
        }),
    })?;
    if !typed.source.quiet {
        if left_out > 0 {
            let (left_out, lines) = (HumanCount(left_out as u64), HumanCount(lines));
            say(format_args!(
                "templates of fewer than {min} lines are left out: {left_out} with {lines} lines"
            ));
        }
        if not_urls > 0 {
            say(format_args!(
                "lines that are not URLs have no template: {}",
                HumanCount(not_urls)
            ));
        }
    }
    Ok(outcome)
}
