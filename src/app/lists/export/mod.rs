//! `urlsift export`: the templates of a list or a state as rules for other programs.

mod learned;
mod regex;

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::HumanCount;
use urlsift::Sift;
use urlsift::export::openapi::{self, Syntax};
use urlsift::export::{RouteCheck, Routes, nginx, otel, robots, scrapy, zap};
use urlsift::lists::Template;

use super::template_source::{self, Read};
use crate::app::run::destination::Destination;
use crate::app::run::inputs;
use crate::app::run::outcome::Outcome;
use crate::app::run::output::Existing;
use crate::app::run::stdout::print;
use crate::app::settings::option_files;
use crate::app::show::message::{counted, excerpt, harmless, say};
use crate::cli::{Export, ExportFormat};

/// Runs the subcommand.
pub(crate) fn run(typed: &Export) -> Result<Outcome> {
    let to = typed
        .format()
        .context("which rules? --to openapi, nginx, otel, zap, regex, robots, scrapy or rules")?;
    let inputs = [
        &inputs::paths(&typed.source.files)[..],
        &option_files(&typed.source.settings),
    ]
    .concat();
    let open = |path: &Path| Destination::open(Some(path), &inputs, b'\n', Existing::Emptied);
    let destination = typed
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"))
        .map(open)
        .transpose()?;
    let mut read = match template_source::read(&typed.source)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let tell = |which: &str, (count, lines): (u64, u64)| {
        if count > 0 && !typed.source.quiet {
            let (count, lines) = (HumanCount(count), HumanCount(lines));
            say(format_args!(
                "templates {which} have no rule: {count} with {lines} lines"
            ));
        }
    };
    let few = read.leave_out(|template| template.lines < typed.source.min);
    let odd = read.leave_out(|template| !is_name_or_address(&template.host));
    tell("on hosts that are neither names nor addresses", odd);
    let is_mixed = read
        .templates
        .iter()
        .any(|template| !template.host.is_empty());
    if is_mixed && matches!(to, ExportFormat::Rules | ExportFormat::Otel) {
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
        let asked = Sift::builder().build()?.scanner().host(line.as_bytes());
        let asked = asked.as_ref().unwrap_or(host);
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
            let written = file
                .output
                .write_all(text.as_bytes())
                .and_then(|()| file.output.flush());
            written.with_context(|| format!("cannot write {}", file.name))?;
        }
        None => drop(print(text.as_bytes())?),
    }
    Ok(outcome)
}

/// Returns the rules of a format of paths, and checks every line against them.
fn of_routes(typed: &Export, to: ExportFormat, mut read: Read) -> Result<(String, Outcome)> {
    let routes = Routes::of(&read.templates);
    let text = write(typed, to, &routes, &read)?;
    if matches!(to, ExportFormat::Robots | ExportFormat::Scrapy) {
        return Ok((text, read.outcome));
    }
    let mut check = RouteCheck::new(&routes);
    match read.lines.each(&typed.source, |sift, line, template| {
        check.note(sift, line, template);
    })? {
        Outcome::Done => {}
        other => read.outcome = other,
    }
    if !typed.source.quiet {
        tell(&check);
    }
    Ok((text, read.outcome))
}

fn write(typed: &Export, to: ExportFormat, routes: &Routes<'_>, read: &Read) -> Result<String> {
    let lines = |host: &&[Template]| host.iter().map(|template| template.lines).sum();
    let of_one_host = || match (
        read.templates.hosts().count(),
        read.templates.hosts().max_by_key(lines),
    ) {
        (count @ 2.., Some(most)) => bail!(
            "the list has {count} hosts, and this format describes one: add --only-host \"{}\" (it has {}) or another",
            harmless(&most[0].service()),
            counted(lines(&most), "line")
        ),
        _ => Ok(()),
    };
    match to {
        ExportFormat::Openapi | ExportFormat::OpenapiYaml => {
            of_one_host()?;
            let syntax = match to {
                ExportFormat::OpenapiYaml => Syntax::Yaml,
                _ => Syntax::Json,
            };
            describe(typed, syntax, routes, read)
        }
        ExportFormat::Regex => Ok(regex::write(routes)),
        ExportFormat::Zap => {
            if routes.iter().any(|route| route.host.is_empty()) {
                bail!(
                    "some paths have no host, and ZAP tells contexts by host: add --base https://HOST, or --only-host HOST"
                );
            }
            Ok(zap::write(routes))
        }
        ExportFormat::Nginx => Ok(nginx::write(routes)),
        ExportFormat::Rules => unreachable!("they are not about whole paths"),
        ExportFormat::Otel => Ok(otel::write(routes)),
        ExportFormat::Robots => {
            of_one_host()?;
            Ok(robots::write(routes))
        }
        ExportFormat::Scrapy => Ok(scrapy::write(routes)),
    }
}

/// Describes the routes of a host, and says what a reader cannot see.
fn describe(typed: &Export, syntax: Syntax, routes: &Routes<'_>, read: &Read) -> Result<String> {
    let has_assets = typed.source.settings.has("ext");
    let described = openapi::write(routes, &read.settings.build()?, syntax, has_assets);
    for (count, what) in [
        (
            described.assets,
            "files of pages (styles, scripts, pictures) are left out; --ext keeps those that it names",
        ),
        (
            described.assumed,
            "operations whose method no line names are written as GET",
        ),
    ] {
        if count > 0 && !typed.source.quiet {
            say(format_args!("{what}: {}", HumanCount(count as u64)));
        }
    }
    Ok(described.text)
}

/// Returns whether a host is a name or an address, or empty: anything else may be a pattern to a
/// reader of rules.
fn is_name_or_address(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, ""),
    };
    let is_address = |name: &str| {
        let address = name
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        address.is_some_and(|it| {
            it.chars()
                .all(|c| c.is_ascii_hexdigit() || ":.".contains(c))
        })
    };
    let is_name = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    port.bytes().all(|byte| byte.is_ascii_digit()) && (is_name || is_address(name))
}

/// Names the lines that the rules divide differently from the filter.
fn tell(check: &RouteCheck<'_>) {
    if check.shared > 0 {
        say(format_args!(
            "templates that differ from others of their path in parameters, methods or statuses share its rule: {}",
            HumanCount(check.shared)
        ));
    }
    if check.exceptions > 0 {
        say(format_args!(
            "lines that do not match the rule of their template first: {} of {}",
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
