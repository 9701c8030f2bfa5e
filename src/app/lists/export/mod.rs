//! `urlsift export`: the templates of a list or a state as rules for other programs.

mod learned;
mod regex;

use std::io::Write as _;

use anyhow::{Context, Result, bail};
use indicatif::HumanCount;
use urlsift::Sift;
use urlsift::export::openapi::{self, SeenRequests, Syntax};
use urlsift::export::{RouteCheck, Routes, nginx, otel, robots, scrapy, zap};
use urlsift::lists::{Template, Templates};
use urlsift::settings::is_name_or_address;

use super::template_source::{self, LeftOut, ReadTemplates};
use crate::app::run::{Destination, Existing, RunOutcome, inputs, named_file, print};
use crate::app::settings::read_files;
use crate::app::show::message::{counted, excerpt, harmless, say, say_count, shell_word};
use crate::cli::{Export, ExportFormat};

/// Runs the subcommand.
pub(crate) fn run(typed: &Export) -> Result<RunOutcome> {
    let to = typed
        .format()
        .context("which rules? --to openapi, nginx, otel, zap, regex, robots, scrapy or rules")?;
    let inputs = inputs::paths(&typed.source.files);
    let inputs = read_files(&inputs, &typed.source.settings)?;
    // Only a description shows values.
    let examples = matches!(to, ExportFormat::Openapi | ExportFormat::OpenapiYaml);
    let mut read = match template_source::read(&typed.source, examples)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    // Not before: a file keeps its rules where the list is broken.
    let destination = match named_file(typed.output.as_deref()) {
        Some(path) => {
            let file = Destination::open(Some(path), &inputs, b'\n', Existing::Emptied)?;
            Some(file)
        }
        None => None,
    };
    let tell = |which: &str, left_out: LeftOut| {
        if left_out.templates > 0 && !typed.source.quiet {
            let count = HumanCount(left_out.templates);
            let lines = HumanCount(left_out.lines);
            say(format_args!(
                "templates {which} have no rule: {count} with {lines} lines"
            ));
        }
    };
    if read.templates.is_empty() && !typed.source.quiet {
        say("the list has no URLs, so there are no rules");
    }
    let few = read.leave_out(|template| template.lines < typed.source.min);
    let odd = read.leave_out(|template| !is_name_or_address(&template.host));
    tell("on hosts that are neither names nor addresses", odd);
    let mut templates = read.templates.iter();
    let has_hosts = templates.any(|template| !template.host.is_empty());
    if has_hosts && matches!(to, ExportFormat::Rules | ExportFormat::Otel) {
        let which = "without a host (--base https://HOST adds one)";
        tell(which, read.leave_out(|template| template.host.is_empty()));
    }
    if let Some(host) = &typed.only_host {
        // Its canonical form, `xn--mnchen-3ya.example` for `münchen.example`.
        let line = if host.contains("://") {
            host.clone()
        } else {
            format!("//{host}")
        };
        let sift = Sift::builder().build()?;
        let canonical = sift.scanner().host(line.as_bytes());
        let asked = canonical.as_ref().unwrap_or(host);
        read.leave_out(|template| template.service() != *asked);
        if read.templates.is_empty() {
            bail!(
                "no template is on the host {}: urlsift templates lists the hosts",
                harmless(host)
            );
        }
    }
    tell(&format!("of fewer than {} lines", typed.source.min), few);
    let (text, outcome) = match to {
        ExportFormat::Rules => learned::write(typed, read)?,
        _ => of_routes(typed, to, read)?,
    };
    match destination {
        Some(mut file) => {
            let written = file.output.write_all(text.as_bytes());
            let written = written.and_then(|()| file.output.flush());
            written.with_context(|| format!("cannot write {}", file.name))?;
        }
        None => drop(print(text)?),
    }
    Ok(outcome)
}

/// Returns the rules of a format of paths, and checks every line against them.
fn of_routes(
    typed: &Export,
    to: ExportFormat,
    mut read: ReadTemplates,
) -> Result<(String, RunOutcome)> {
    let routes = Routes::of(&read.templates);
    let syntax = match to {
        ExportFormat::Openapi => Some(Syntax::Json),
        ExportFormat::OpenapiYaml => Some(Syntax::Yaml),
        _ => None,
    };
    let mut text = write(to, &routes, &read.templates)?;
    if matches!(to, ExportFormat::Robots | ExportFormat::Scrapy) {
        return Ok((text, read.outcome));
    }
    if syntax.is_none() && typed.source.quiet {
        // The check prints nothing, and would read the list once more.
        return Ok((text, read.outcome));
    }
    let mut check = RouteCheck::new(&routes);
    let mut traffic = syntax.map(|_| SeenRequests::new(&routes, &read.templates));
    match read.lines.each(&typed.source, |sift, line, template| {
        check.note(sift, line, template);
        if let Some(traffic) = &mut traffic {
            traffic.note(sift, line, template);
        }
    })? {
        RunOutcome::Done => {}
        other => read.outcome = other,
    }
    if let Some(syntax) = syntax
        && let Some(traffic) = &traffic
    {
        text = describe(typed, syntax, traffic);
    }
    if !typed.source.quiet {
        tell(&check);
    }
    Ok((text, read.outcome))
}

fn write(to: ExportFormat, routes: &Routes<'_>, templates: &Templates) -> Result<String> {
    match to {
        // Written when all requests are known.
        ExportFormat::Openapi | ExportFormat::OpenapiYaml => {
            check_one_host(templates)?;
            Ok(String::new())
        }
        ExportFormat::Regex => Ok(regex::write(routes)),
        ExportFormat::Zap => {
            if routes.iter().any(|route| route.host.is_empty()) {
                bail!(
                    "some paths have no host, and ZAP tells contexts by host: add --base https://HOST, or --host HOST"
                );
            }
            Ok(zap::write(routes))
        }
        ExportFormat::Nginx => Ok(nginx::write(routes)),
        ExportFormat::Rules => unreachable!("they are not about whole paths"),
        ExportFormat::Otel => Ok(otel::write(routes)),
        ExportFormat::Robots => {
            check_one_host(templates)?;
            Ok(robots::write(routes))
        }
        ExportFormat::Scrapy => Ok(scrapy::write(routes)),
    }
}

/// Refuses several hosts for a format that describes one.
fn check_one_host(templates: &Templates) -> Result<()> {
    let lines = |host: &&[Template]| -> u64 {
        let lines = host.iter().map(|template| template.lines);
        lines.sum()
    };
    let count = templates.hosts().count();
    let Some(most) = templates.hosts().max_by_key(lines) else {
        return Ok(());
    };
    if count > 1 {
        let host = most[0].service();
        let option = if host.is_empty() { "only-host" } else { "host" };
        bail!(
            "the list has {count} hosts, and this format describes one: add --{option} {} (it has {}) or another",
            shell_word(&host),
            counted(lines(&most), "line")
        );
    }
    Ok(())
}

/// Describes the requests to a host, and says what a reader cannot see.
fn describe(typed: &Export, syntax: Syntax, traffic: &SeenRequests<'_>) -> String {
    let has_assets = typed.source.settings.has("ext");
    let described = openapi::write(traffic, syntax, has_assets);
    let tell = |count: usize, what: &str| {
        if count > 0 && !typed.source.quiet {
            say(format_args!("{what}: {}", HumanCount(count as u64)));
        }
    };
    tell(
        described.assets,
        "files of pages (styles, scripts, pictures) are left out; --ext keeps those that it names",
    );
    tell(
        described.assumed,
        "operations whose method no line names are written as GET",
    );
    tell(
        described.missing,
        "paths that were always answered by 404 are left out",
    );
    described.text
}

/// Names the lines that the rules divide differently from the filter.
fn tell(check: &RouteCheck<'_>) {
    let reason = "a rule is for a path, whatever its parameters, method or status";
    say_count(
        check.shared,
        &format!("template has no rule of its own: {reason}"),
        &format!("templates have no rule of their own: {reason}"),
    );
    if check.exceptions > 0 {
        say(format_args!(
            "{} of {} lines do not match the rule of their template first:",
            HumanCount(check.exceptions),
            HumanCount(check.lines)
        ));
    }
    let shown = |route: &Option<String>| match route {
        Some(route) => harmless(route),
        None => "no rule".to_owned(),
    };
    for example in &check.examples {
        say(format_args!(
            "  {} matches {} instead of {}",
            excerpt(&example.line),
            shown(&example.matched),
            shown(&example.expected)
        ));
    }
}
