//! `urlsift templates`: the templates of a list or a state, as a tree for each host.

mod dot;
mod object;
mod text;
mod tree;

use anyhow::Result;
use indicatif::HumanCount;

use super::message::say;
use super::outcome::Outcome;
use super::stdout::print_by;
use super::template_source::{self, Read};
use crate::cli::{TemplatesFormat, TemplatesOptions};

/// Runs the subcommand.
pub(super) fn run(typed: &TemplatesOptions) -> Result<Outcome> {
    let Read { mut templates, outcome, .. } = match template_source::read(&typed.source, false)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let (left_out, lines) = templates.leave_out_below(typed.source.min);
    print_by(|output| match typed.format {
        TemplatesFormat::Text => text::write(&templates, output),
        TemplatesFormat::Dot => dot::write(&templates, output),
        TemplatesFormat::Jsonl => {
            let mut objects = templates.iter().map(|template| object::object(template, templates.only_kept));
            objects.try_for_each(|object| output.write_all(&object.line()))
        }
    })?;
    if !typed.source.quiet {
        if left_out > 0 {
            let (left_out, lines) = (HumanCount(left_out as u64), HumanCount(lines));
            say(format_args!(
                "templates of fewer than {} lines are left out: {left_out} with {lines} lines",
                typed.source.min
            ));
        }
        if templates.not_urls > 0 {
            say(format_args!("lines that are not URLs have no template: {}", HumanCount(templates.not_urls)));
        }
    }
    Ok(outcome)
}
