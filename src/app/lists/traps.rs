//! `urlsift traps`: the places of a list that give a crawler ever more URLs, with rules that
//! exclude them.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};

use anyhow::{Context, Result};
use indicatif::HumanCount;
use regex::bytes::{RegexSet, RegexSetBuilder};

use urlsift::explain::UrlPart;
use urlsift::lists::{Trap, TrapKind, Traps};
use urlsift::stream::{Ending, InputPart, Run, Summary};
use urlsift::{Scanner, Sift, Verdict};

use crate::app::run::{Monitor, RereadInputs, RunOutcome, Signals, advice, inputs, print};
use crate::app::settings::{builder, delimiter, read_files};
use crate::app::show::json::{Object, percent, round, texts};
use crate::app::show::message::{counted, excerpt, harmless, say, shell_word};
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

/// Reads the URLs of the inputs, as often as needed.
struct TrapReader<'s> {
    inputs: RereadInputs,
    monitor: Monitor<'s>,
    scanner: Scanner,
    delimiter: u8,
}

impl TrapReader<'_> {
    fn read(&mut self, mut take: impl FnMut(&[u8]) + Send) -> Result<Summary> {
        let run = Run::new(self.inputs.sources()?)
            .delimiter(self.delimiter)
            .monitor(&mut self.monitor);
        let mut scanner = self.scanner.clone();
        let mut url = Vec::new();
        let summary = run.read(&self.scanner, |part| {
            match part {
                InputPart::Records(batch, lines) => {
                    let records = batch.view().records();
                    for (record, line) in records.iter().zip(lines) {
                        url.clear();
                        let is_url = record.url().is_some();
                        if is_url && scanner.append_part(line, UrlPart::Url, &mut url) {
                            take(&url);
                        }
                    }
                }
                InputPart::Fields(fields) => scanner = scanner.reading_by(fields).into_owned(),
                _ => {}
            }
            Ok(())
        })?;
        Ok(summary)
    }
}

/// Counts the URLs of each trap.
struct TrapCounter {
    found: Vec<MatchedTrap>,
    /// Says which URLs are pages.
    filter: Sift,
    pages: u64,
    /// Hashes of all distinct paths.
    paths: HashSet<u64>,
    hasher: RandomState,
}

impl TrapCounter {
    fn new(traps: &Traps) -> Result<Self> {
        let mut found = Vec::new();
        for trap in traps.found().into_iter().take(MOST) {
            found.push(MatchedTrap {
                trap,
                lines: 0,
                own: 0,
                paths: 0,
                pages: 0,
                examples: Vec::new(),
            });
        }
        Ok(Self {
            found,
            filter: Sift::builder().build()?,
            pages: 0,
            paths: HashSet::new(),
            hasher: RandomState::new(),
        })
    }

    /// Counts a URL for the traps whose rules it matches.
    fn count(&mut self, rules: &RegexSet, url: &[u8]) {
        let is_page = self.filter.admit(url) == Verdict::Kept;
        self.pages += u64::from(is_page);
        let path = url.split(|byte| b"?#".contains(byte)).next();
        let is_new = self.paths.insert(self.hasher.hash_one(path));
        for (number, at) in rules.matches(url).into_iter().enumerate() {
            let trap = &mut self.found[at];
            trap.lines += 1;
            trap.own += u64::from(number == 0);
            trap.paths += u64::from(is_new);
            trap.pages += u64::from(is_page);
            let is_other = trap.examples.iter().all(|example| example != url);
            if trap.examples.len() < EXAMPLES && is_other {
                trap.examples.push(url.to_owned());
            }
        }
    }

    /// Returns the traps to name, those with the most lines first.
    fn named(self) -> Vec<MatchedTrap> {
        let all_paths = self.paths.len() as u64;
        let mut found = self.found;
        found.retain(|matched| {
            let is_prefix = matched.trap.kind == TrapKind::Prefix;
            let has_content = percent(matched.paths, all_paths) > PATHS;
            let is_content = is_prefix && has_content;
            let is_own = 2 * matched.own > matched.lines;
            is_own && !is_content
        });
        found.sort_by_key(|matched| Reverse(matched.lines));
        found
    }
}

/// Runs the subcommand.
pub(crate) fn run(typed: &TrapsOptions) -> Result<RunOutcome> {
    let paths = inputs::paths(&typed.files);
    read_files(&paths, &typed.settings)?;
    let settings = builder(&typed.settings, typed.quiet)?;
    let sift = settings.learn(false).build()?;
    let scanner = sift.scanner().clone();
    let inputs = RereadInputs::new(&paths)?;
    let signals = Signals::install()?;
    let mut reader = TrapReader {
        inputs,
        monitor: Monitor::of_reading(&signals, &paths, typed.quiet),
        scanner,
        delimiter: delimiter(typed.null),
    };
    let mut traps = Traps::default();
    let mut urls = 0;
    let first = reader.read(|url| {
        urls += 1;
        traps.note(url);
    })?;
    advice::note_long(&first);
    reader.monitor.read_again();
    let mut counter = TrapCounter::new(&traps)?;
    if first.ending == Ending::Exhausted && !counter.found.is_empty() {
        let rules = rules(&counter.found)?;
        reader.read(|url| counter.count(&rules, url))?;
    }
    reader.monitor.finish();
    if let Some(signal) = signals.release() {
        return Ok(RunOutcome::Interrupted(signal));
    }
    let lines = if typed.settings.is_empty() {
        first.records - first.empty
    } else {
        urls
    };
    let pages = counter.pages;
    let found = counter.named();
    let text = match typed.format {
        TextOrJson::Text => shown(&found, lines, pages)?.into_bytes(),
        TextOrJson::Jsonl => json(&found, lines, pages),
    };
    if found.is_empty() && !typed.quiet {
        let lines = counted(lines, "line");
        say(format_args!("no traps in {lines}"));
    }
    print(text)?;
    Ok(RunOutcome::of_reading(&first))
}

/// Compiles the rules of all traps.
fn rules(found: &[MatchedTrap]) -> Result<RegexSet> {
    let rules = found.iter().map(|found| found.trap.rule.as_str());
    RegexSetBuilder::new(rules)
        .size_limit(RULES)
        .build()
        .context("cannot compile the rules")
}

fn shown(found: &[MatchedTrap], lines: u64, pages: u64) -> Result<String> {
    let mut text = String::new();
    for matched in found {
        if !text.is_empty() {
            text.push('\n');
        }
        let trap = &matched.trap;
        let kind = trap.kind;
        let place = harmless(&trap.place);
        let count = HumanCount(matched.lines);
        let share = percent(matched.lines, lines);
        writeln!(
            text,
            "{kind}: {place}, {count} lines, {share:.1} % of the list"
        )?;
        for example in &matched.examples {
            let example = excerpt(example);
            writeln!(text, "    {example}")?;
        }
        let locked = HumanCount(matched.pages);
        let share = percent(matched.pages, pages);
        let all = HumanCount(pages);
        writeln!(
            text,
            "  the rule would also block {locked} of the {all} URLs that urlsift prints ({share:.1} %)"
        )?;
        let rule = shell_word(&trap.rule);
        writeln!(text, "  --not-match {rule}")?;
        for robots in &trap.robots {
            let robots = harmless(robots);
            writeln!(text, "  Disallow: {robots}")?;
        }
    }
    Ok(text)
}

/// Returns the objects that `--format jsonl` prints.
fn json(found: &[MatchedTrap], lines: u64, pages: u64) -> Vec<u8> {
    let mut text = Vec::new();
    for matched in found {
        let trap = &matched.trap;
        let share = percent(matched.lines, lines);
        let share_of_pages = percent(matched.pages, pages);
        let object = Object::default()
            .with("kind", trap.kind.name())
            .with("place", &trap.place)
            .with("lines", matched.lines)
            .with("share", round(share))
            .with("pages", matched.pages)
            .with("share_of_pages", round(share_of_pages))
            .with("examples", texts(&matched.examples))
            .with("not_match", &trap.rule)
            .with("robots", &trap.robots);
        text.extend(object.line());
    }
    text
}
