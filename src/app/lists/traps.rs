//! `urlsift traps`: the places of a list that give a crawler ever more URLs, with rules that
//! exclude them.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};

use anyhow::{Context, Result};
use indicatif::HumanCount;
use regex::bytes::{RegexSet, RegexSetBuilder};

use urlsift::explain::UrlPart;
use urlsift::lists::{Trap, TrapKind, Traps};
use urlsift::stream::{Ending, Run};
use urlsift::{Sift, Verdict};

use crate::app::run::inputs;
use crate::app::run::monitor::Monitor;
use crate::app::run::outcome::Outcome;
use crate::app::run::rereading::RereadInputs;
use crate::app::run::signals::Signals;
use crate::app::run::stdout::print;
use crate::app::settings::delimiter;
use crate::app::show::json::{LossyText, Object, percent, round};
use crate::app::show::message::{counted, excerpt, harmless, say};
use crate::cli::{TextOrJson, TrapsOptions};

/// The most traps that are tried and named, the most certain kinds first.
const MOST: usize = 100;

/// Lines that are shown of each trap.
const EXAMPLES: usize = 2;

/// The largest share of the distinct paths of a list below a prefix that is a trap: one with more
/// of them is where the site has its content, however many lines it has.
const PATHS: f64 = 10.0;

/// The most bytes of all rules together, compiled.
const RULES: usize = 64 << 20;

/// A trap, and the URLs that its rule matches.
struct MatchedTrap {
    trap: Trap,
    lines: u64,
    /// The number of these that no earlier rule matches.
    own: u64,
    /// The number of distinct paths among these, and of pages: lines that the filter keeps.
    paths: u64,
    pages: u64,
    examples: Vec<Vec<u8>>,
}

/// Runs the subcommand.
pub(crate) fn run(typed: &TrapsOptions) -> Result<Outcome> {
    let mut sift = Sift::builder().learn(false).build()?;
    let paths = inputs::paths(&typed.files);
    let mut inputs = RereadInputs::new(&paths)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut monitor = Monitor::of_reading(&signals, &paths, typed.quiet);
    let mut traps = Traps::default();
    let mut read = |inputs: &mut RereadInputs,
                    monitor: &mut Monitor<'_>,
                    take: &mut (dyn FnMut(&[u8]) + Send)| {
        let run = Run::new(inputs.sources()?)
            .delimiter(delimiter(typed.null))
            .monitor(monitor);
        let (sift, mut url) = (&mut sift, Vec::new());
        let summary = run.lines(move |line| {
            url.clear();
            if sift.scanner().append_part(line, UrlPart::Url, &mut url) {
                take(&url);
            }
        })?;
        anyhow::Ok(summary)
    };
    let first = read(&mut inputs, &mut monitor, &mut |url| traps.note(url))?;
    monitor.read_again();
    let (mut pages, mut filter, mut paths) = (0, Sift::builder().build()?, HashSet::new());
    let matched = |trap| MatchedTrap {
        trap,
        lines: 0,
        own: 0,
        paths: 0,
        pages: 0,
        examples: Vec::new(),
    };
    let mut found: Vec<MatchedTrap> = traps.found().into_iter().take(MOST).map(matched).collect();
    if first.ending == Ending::Exhausted && !found.is_empty() {
        let (rules, hasher) = (rules(&found)?, RandomState::new());
        read(&mut inputs, &mut monitor, &mut |url| {
            let is_page = filter.admit(url) == Verdict::Kept;
            pages += u64::from(is_page);
            let path = url.split(|byte| b"?#".contains(byte)).next();
            let is_new = paths.insert(hasher.hash_one(path));
            count(&rules, url, (is_new, is_page), &mut found);
        })?;
    }
    monitor.finish();
    if let Some(signal) = signals.release() {
        return Ok(Outcome::Interrupted(signal));
    }
    let lines = first.records - first.empty;
    let is_content = |it: &MatchedTrap| {
        it.trap.kind == TrapKind::Prefix && percent(it.paths, paths.len() as u64) > PATHS
    };
    found.retain(|it| 2 * it.own > it.lines && !is_content(it));
    found.sort_by_key(|it| std::cmp::Reverse(it.lines));
    let text = match typed.format {
        TextOrJson::Text => shown(&found, lines, pages)?.into_bytes(),
        TextOrJson::Jsonl => json(&found, lines, pages),
    };
    if found.is_empty() && !typed.quiet {
        say(format_args!("no traps in {}", counted(lines, "line")));
    }
    print(&text)?;
    Ok(if first.unreadable > 0 {
        Outcome::Incomplete
    } else {
        Outcome::Done
    })
}

/// Compiles the rules of all traps.
fn rules(found: &[MatchedTrap]) -> Result<RegexSet> {
    let rules = found.iter().map(|found| found.trap.rule.as_str());
    RegexSetBuilder::new(rules)
        .size_limit(RULES)
        .build()
        .context("cannot compile the rules")
}

/// Counts a URL for the traps whose rules it matches.
fn count(rules: &RegexSet, url: &[u8], (is_new, is_page): (bool, bool), found: &mut [MatchedTrap]) {
    for (number, at) in rules.matches(url).into_iter().enumerate() {
        let trap = &mut found[at];
        trap.lines += 1;
        trap.own += u64::from(number == 0);
        trap.paths += u64::from(is_new);
        trap.pages += u64::from(is_page);
        if trap.examples.len() < EXAMPLES {
            trap.examples.push(url.to_owned());
        }
    }
}

fn shown(found: &[MatchedTrap], lines: u64, pages: u64) -> Result<String> {
    let mut text = String::new();
    for (number, it) in found.iter().enumerate() {
        let Trap {
            kind,
            place,
            rule,
            robots,
            ..
        } = &it.trap;
        let (count, share) = (HumanCount(it.lines), percent(it.lines, lines));
        let before = if number > 0 { "\n" } else { "" };
        writeln!(
            text,
            "{before}{kind}: {}, {count} lines, {share:.1} % of the list",
            harmless(place)
        )?;
        for example in &it.examples {
            writeln!(text, "    {}", excerpt(example))?;
        }
        let (some, all, share) = (
            HumanCount(it.pages),
            HumanCount(pages),
            percent(it.pages, pages),
        );
        writeln!(
            text,
            "  the rule locks out {some} of {all} pages that urlsift keeps ({share:.1} %)"
        )?;
        writeln!(
            text,
            "  --not-match '{}'",
            harmless(&rule.replace('\'', r"'\''"))
        )?;
        if let Some(robots) = robots {
            writeln!(text, "  Disallow: {}", harmless(robots))?;
        }
    }
    Ok(text)
}

/// Returns the objects that `--format jsonl` prints.
fn json(found: &[MatchedTrap], lines: u64, pages: u64) -> Vec<u8> {
    let object = |it: &MatchedTrap| {
        Object::default()
            .with("kind", it.trap.kind.name())
            .with("place", &it.trap.place)
            .with("lines", it.lines)
            .with("share", round(percent(it.lines, lines)))
            .with("pages", it.pages)
            .with("share_of_pages", round(percent(it.pages, pages)))
            .with(
                "examples",
                it.examples
                    .iter()
                    .map(|line| LossyText(line))
                    .collect::<Vec<_>>(),
            )
            .with("not_match", &it.trap.rule)
            .with("robots", &it.trap.robots)
            .line()
    };
    found.iter().flat_map(object).collect()
}
