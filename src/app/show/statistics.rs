//! Statistics of a run, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use indicatif::{HumanBytes, HumanCount};

use urlsift::explain::{LearnedParameter, LearnedPosition, SameAnswer};
use urlsift::memory::{Timestamp, Traffic};
use urlsift::settings::{ByName as _, Preference, Section};
use urlsift::stream::{Ending, Invalid, Location, Summary};
use urlsift::{Builder, Reason, Scanner};

use super::invalid::InvalidWords;
use super::json::Object;
use super::message::{excerpt, harmless, say, say_count, shell_word, shown};
use crate::cli::{FilterOptions, StatsFormat};

/// Returns the names of the files of rules.
pub(crate) fn shown_rule_files(options: &FilterOptions) -> String {
    let mut names = Vec::new();
    for file in options.rule_files() {
        names.push(shown(file.as_ref()));
    }
    names.join(", ")
}

/// The most learned positions to show, the largest first.
const POSITIONS: usize = 5;

/// The most rows about the parameters of hosts to show.
const HOSTS: usize = 10;

/// The most answers to show, most frequent first.
const ANSWERS: usize = 5;

/// Figures in addition to the summary.
pub(crate) struct LearnedFigures {
    /// The number of lines dropped because of a learned position.
    pub(crate) lines: u64,
    /// These positions, the largest first.
    pub(crate) positions: Vec<LearnedPosition>,
    /// The number of lines dropped because of their answers, and these answers, most frequent
    /// first.
    pub(crate) answers: Option<(u64, Vec<SameAnswer>)>,
    /// Parameters that were learned from answers.
    pub(crate) parameters: Vec<LearnedParameter>,
    pub(crate) wrong_times: u64,
    pub(crate) traffic: Option<Traffic>,
}

/// Prints statistics on standard error; if that fails, the run continues.
pub(crate) fn print(summary: &Summary, figures: &LearnedFigures, format: StatsFormat) {
    let bytes = match format {
        StatsFormat::Text => text(summary, figures).into_bytes(),
        StatsFormat::Json => json(summary, figures),
    };
    let _ = io::stderr().write_all(&bytes);
}

/// Notes how many records have implausible times.
pub(crate) fn note_wrong_times(count: u64, first: i64) {
    let first = Timestamp(first);
    let ahead = "a time more than a window ahead of the clock or of the others";
    say_count(
        count,
        &format!("record has {ahead}, {first}: it counts as a record without one"),
        &format!("records have {ahead}, the first one {first}: they count as records without one"),
    );
}

/// Notes the probability, in percent, at which a line of text found one that is just similar, if
/// hashes chose what to compare; and how to compare all.
pub(crate) fn note_recall(percent: Option<f64>, exact: &str) {
    if let Some(percent) = percent {
        say(format_args!(
            "too many lines to compare all candidates: hashes chose pairs to compare, and find {percent:.0} % of those \
             that just reach the threshold, and more of those above{exact}"
        ));
    }
}

/// Notes which fields of `--by` no record had: they separated nothing.
pub(crate) fn note_unmet_fields(summary: &Summary, unmet: &[&str]) {
    for name in unmet.iter().filter(|_| summary.records > 0) {
        say(format_args!(
            "no record has a field \"{}\", which --by names: 'urlsift fields FILE' shows what records have",
            name.escape_debug()
        ));
    }
}

/// Notes options that read something that no record of the run has.
pub(crate) fn note_without_effect(options: &FilterOptions, summary: &Summary, scanner: &Scanner) {
    if summary.records == summary.empty + summary.headers {
        return;
    }
    let prefers_status = options.prefer == Preference::Status;
    for (option, is_typed, is_met, missing) in [
        (
            "--status",
            options.settings.has("status"),
            scanner.has_met_status(),
            "a status",
        ),
        (
            "--prefer status",
            prefers_status,
            scanner.has_met_status(),
            "a status",
        ),
        (
            "--same-answer",
            options.settings.has("same-answer"),
            scanner.has_met_answer(),
            "an answer that can be compared",
        ),
    ] {
        if is_typed && !is_met {
            say(format_args!(
                "{option} has no effect: no record has {missing}"
            ));
        }
    }
}

/// Notes how many lines are not URLs, which nothing else would mention.
pub(crate) fn note_not_urls(summary: &Summary, options: &FilterOptions) {
    let kept = summary.kept + summary.samples;
    if options.prints_urls() && !options.dropped && kept > summary.written {
        let left_out = kept - summary.written;
        let paths = if left_out == 1 { "path" } else { "paths" };
        let count = HumanCount(left_out);
        say(format_args!(
            "{count} {paths} without a host left out by --print url: --base URL adds it"
        ));
    }
    let count = summary.not_url + summary.repeated;
    if count == 0 {
        return;
    }
    let what = if options.null { "record" } else { "line" };
    let words = InvalidWords::of(options.lines.kind());
    let lines = if count == 1 {
        format!("{what} {}", words.one)
    } else {
        format!("{what}s {}", words.several)
    };
    let selects = || {
        let section = |name| Builder::of_name(name).map(|setting| setting.section);
        options
            .settings
            .given()
            .any(|(name, _)| section(name).is_ok_and(|it| it == Section::Selection))
    };
    let done = match (options.invalid, count) {
        (Invalid::Drop, _) => "dropped",
        _ if options.prints_urls() => "left out by --print url",
        _ if selects() => "kept, since filters apply to URLs only (--invalid drop drops them)",
        (_, 1) => "kept",
        _ => "each kept once",
    };
    let count = HumanCount(count);
    let places = locations(summary);
    if places.is_empty() {
        // All of them came in earlier runs.
        say(format_args!("{count} {lines}, none of them new"));
    } else {
        say(format_args!("{count} {lines}, {done}: {places}"));
    }
}

/// Notes that a run had URLs and selected none, with the first of them and the option that most
/// fail.
pub(crate) fn note_none_selected(summary: &Summary, options: &FilterOptions) {
    let reasons = Reason::ALL.into_iter().zip(summary.unwanted_by);
    let (Some((reason, failing)), Some(first)) = (
        reasons.rev().max_by_key(|(_, count)| *count),
        &summary.first_unwanted,
    ) else {
        return;
    };
    if summary.kept + summary.samples + summary.similar > 0 {
        return;
    }
    let urls = |count| {
        if count == 1 {
            "the only URL".to_owned()
        } else {
            format!("all {} URLs", HumanCount(count))
        }
    };
    if reason == Reason::Scope && failing == summary.unwanted {
        let are = if failing == 1 { "is" } else { "are" };
        let file = shown_rule_files(options);
        return say(format_args!(
            "{} {are} out of scope: no rule in {file} includes any",
            urls(failing)
        ));
    }
    let host = options.settings.text("host");
    let wide = host.strip_prefix("*.").filter(|_| reason == Reason::Host);
    let tip = wide.map_or(String::new(), |host| {
        format!(
            "; --host {} takes that host and all below it",
            shell_word(&format!(".{host}"))
        )
    });
    let all = if failing == summary.unwanted {
        urls(failing)
    } else {
        format!(
            "{} of {} URLs",
            HumanCount(failing),
            HumanCount(summary.unwanted)
        )
    };
    say(format_args!(
        "no URL is selected: --{reason} excludes {all}, such as {}{tip}",
        excerpt(first)
    ));
}

/// Lists the locations of the first lines that are not URLs.
fn locations(summary: &Summary) -> String {
    let mut list = summary
        .not_urls
        .iter()
        .map(Location::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    if summary.not_url > summary.not_urls.len() as u64 {
        list.push_str(", ...");
    }
    list
}

fn text(summary: &Summary, figures: &LearnedFigures) -> String {
    let LearnedFigures {
        lines,
        positions,
        answers,
        parameters,
        wrong_times,
        traffic,
    } = figures;
    let mut text = String::new();
    let mut row = |name: &str, count: u64| {
        let percent = 100.0 * count as f64 / summary.records.max(1) as f64;
        let _ = writeln!(
            text,
            "{name:<18} {:>15} {percent:>7.2} %",
            HumanCount(count).to_string()
        );
    };
    row("records", summary.records);
    row("written", summary.written);
    row("kept", summary.kept);
    row("similar", summary.similar);
    // Rows that are printed only if their count is not zero.
    let mut some = vec![("not selected".to_owned(), summary.unwanted)];
    let reasons = Reason::ALL.into_iter().zip(summary.unwanted_by);
    for (reason, count) in reasons {
        some.push((format!("  by --{reason}"), count));
    }
    let others = [
        ("by learning", *lines),
        (
            "by same answer",
            answers.as_ref().map_or(0, |(lines, _)| *lines),
        ),
        ("by names alone", summary.combined),
        ("samples", summary.samples),
        ("header", summary.headers),
        ("not a URL", summary.not_url),
        ("not a URL (repeat)", summary.repeated),
        ("empty", summary.empty),
        ("too long", summary.long),
        ("search limit hit", summary.shortened),
        ("wrong time", *wrong_times),
    ];
    for (name, count) in others {
        some.push((name.to_owned(), count));
    }
    for (name, count) in some {
        if count > 0 {
            row(&name, count);
        }
    }
    if let Some(traffic) = traffic {
        row(
            "known here",
            summary.similar.saturating_sub(traffic.refused),
        );
        row("known to others", traffic.refused);
    }
    row("fast path", summary.fast);
    for (name, count) in [
        ("relative links", summary.relative),
        ("unclear paths", summary.unclear),
    ] {
        if count > 0 {
            let _ = writeln!(
                text,
                "{name:<18} {:>15} left out",
                HumanCount(count).to_string()
            );
        }
    }
    let seconds = summary.elapsed.as_secs_f64();
    let rate = u128::from(summary.records) * 1_000_000 / summary.elapsed.as_micros().max(1);
    let _ = writeln!(
        text,
        "{:<18} {:>15}",
        "bytes in",
        HumanBytes(summary.bytes_in).to_string()
    );
    let _ = writeln!(
        text,
        "{:<18} {:>15}",
        "bytes out",
        HumanBytes(summary.bytes_out).to_string()
    );
    let rate = HumanCount(rate as u64).to_string();
    let _ = writeln!(text, "{:<18} {seconds:>13.3} s {rate:>9} records/s", "time");
    if let Some(Traffic {
        round_trips,
        sent,
        received,
        waited,
        ..
    }) = *traffic
    {
        let trips = HumanCount(round_trips).to_string();
        let sent = HumanBytes(sent);
        let received = HumanBytes(received);
        let waited = waited.as_secs_f64();
        let _ = write!(
            text,
            "{:<18} {trips:>15} round trips, {sent} sent, ",
            "shared memory"
        );
        let _ = writeln!(text, "{received} received, {waited:.3} s waited");
    }
    if !summary.not_urls.is_empty() {
        let _ = writeln!(text, "{:<18} {}", "not a URL at", locations(summary));
    }
    text += &table(positions);
    text += &answers
        .as_ref()
        .map(|(_, answers)| table_of_answers(answers))
        .unwrap_or_default();
    text + &table_of_parameters(parameters)
}

/// Shows the parameters of each host that never change an answer, parameters that always do, and
/// hosts on which more than half never would.
fn table_of_parameters(parameters: &[LearnedParameter]) -> String {
    let mut hosts: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for LearnedParameter {
        host,
        name,
        changes,
        ..
    } in parameters
    {
        let what = match (name, changes) {
            (None, _) => "not judged, because more than half never would",
            (_, true) => "always change it",
            (_, false) => "never change it",
        };
        hosts
            .entry((host, what))
            .or_default()
            .extend(name.as_deref());
    }
    if hosts.is_empty() {
        return String::new();
    }
    let mut table = "\nparameters, and their effect on the answer:\n".to_owned();
    for ((host, what), names) in hosts.into_iter().take(HOSTS) {
        let _ = writeln!(
            table,
            "{:>15}  {}: {}",
            harmless(host),
            what,
            harmless(&names.join(", "))
        );
    }
    table
}

/// Shows the answers with the most dropped lines, each with a kept line that has it.
fn table_of_answers(answers: &[SameAnswer]) -> String {
    if answers.is_empty() {
        return String::new();
    }
    let mut table =
        "\nsame answers, with the number of lines dropped for each and a kept line:\n".to_owned();
    for SameAnswer {
        answer,
        example,
        lines,
        across_hosts,
        ..
    } in answers.iter().take(ANSWERS)
    {
        let hosts = if *across_hosts {
            " (on several hosts)"
        } else {
            ""
        };
        let lines = HumanCount(*lines).to_string();
        let _ = writeln!(table, "{lines:>15}  {}{hosts}", harmless(answer));
        let _ = writeln!(
            table,
            "{:>15}  {}",
            "",
            harmless(&String::from_utf8_lossy(example))
        );
    }
    table
}

/// Shows the largest learned positions, with the names like endpoints that they hide.
fn table(positions: &[LearnedPosition]) -> String {
    let rows: Vec<[String; 4]> = positions
        .iter()
        .take(POSITIONS)
        .map(|position| {
            let LearnedPosition {
                pattern,
                lines,
                names,
                suspects,
                ..
            } = position;
            let count = |number| HumanCount(number).to_string();
            [
                count(*lines),
                count(*names as u64),
                harmless(pattern),
                harmless(&suspects.join(", ")),
            ]
        })
        .collect();
    let Some(wide) = rows.iter().map(|row| row[2].chars().count()).max() else {
        return String::new();
    };
    let mut table = "\nlearned positions, with the lines and names that each hides:\n".to_owned();
    let _ = writeln!(
        table,
        "{:>15} {:>9}  {:<wide$}  names like endpoints",
        "lines", "names", "position"
    );
    for [lines, names, position, suspects] in rows {
        let _ = writeln!(
            table,
            "{lines:>15} {names:>9}  {position:<wide$}  {suspects}"
        );
    }
    table
}

fn json(summary: &Summary, figures: &LearnedFigures) -> Vec<u8> {
    let LearnedFigures {
        lines,
        positions,
        answers,
        parameters,
        wrong_times,
        traffic,
    } = figures;
    // Some counts are left out if the input has none.
    let some = |count: u64| (count > 0).then_some(count);
    let ending = match summary.ending {
        Ending::Exhausted => "exhausted",
        Ending::Stopped => "stopped",
        Ending::Closed => "closed",
        _ => "unknown",
    };
    let location = |location: &Location| {
        Object::default()
            .with("record", location.record)
            .with("source", &location.source)
    };
    let position = |learned: &LearnedPosition| {
        let object = Object::default()
            .with("lines", learned.lines)
            .with("names", learned.names);
        object
            .with("position", &learned.pattern)
            .with("suspects", &learned.suspects)
    };
    let parameter = |learned: &LearnedParameter| {
        let object = Object::default().with("changes_answer", learned.changes);
        object
            .with("host", &learned.host)
            .with("name", &learned.name)
    };
    let answer = |same: &SameAnswer| {
        let object = Object::default()
            .with("across_hosts", same.across_hosts)
            .with("answer", &same.answer);
        object
            .with("example", String::from_utf8_lossy(&same.example))
            .with("lines", same.lines)
    };
    let mut object = Object::default()
        .with("bytes_in", summary.bytes_in)
        .with("bytes_out", summary.bytes_out)
        .with_some("combined", some(summary.combined))
        .with("empty", summary.empty)
        .with("ending", ending)
        .with("fast", summary.fast)
        .with("headers", summary.headers)
        .with("kept", summary.kept)
        .with("learned", lines)
        .with_objects(
            "learned_positions",
            positions.iter().take(POSITIONS),
            position,
        )
        .with("long", summary.long)
        .with("not_url", summary.not_url)
        .with_objects("not_urls", &summary.not_urls, location)
        .with_some("recall", summary.recall)
        .with("records", summary.records)
        .with_some("relative", some(summary.relative))
        .with("repeated", summary.repeated);
    if !parameters.is_empty() {
        object = object.with_objects("parameters", parameters, parameter);
    }
    if let Some((dropped, answers)) = answers {
        object = object.with("same_answer", dropped);
        let first = answers.iter().take(ANSWERS);
        object = object.with_objects("same_answers", first, answer);
    }
    object = object
        .with("samples", summary.samples)
        .with("seconds", summary.elapsed.as_secs_f64());
    if let Some(Traffic {
        round_trips,
        sent,
        received,
        waited,
        reconnections,
        refused,
        ..
    }) = traffic
    {
        let shared = Object::default()
            .with("received", received)
            .with("reconnections", reconnections)
            .with("refused", refused)
            .with("round_trips", round_trips)
            .with("sent", sent)
            .with("waited", waited.as_secs_f64());
        object = object.with_object("shared", shared);
    }
    let reasons = Reason::ALL
        .into_iter()
        .map(Reason::name)
        .zip(summary.unwanted_by);
    let unwanted_by: BTreeMap<_, _> = reasons.filter(|(_, count)| *count > 0).collect();
    object
        .with("shortened", summary.shortened)
        .with("similar", summary.similar)
        .with_some("unclear", some(summary.unclear))
        .with("unreadable", summary.unreadable)
        .with("unwanted", summary.unwanted)
        .with("unwanted_by", unwanted_by)
        .with("written", summary.written)
        .with_some("wrong_times", some(*wrong_times))
        .line()
}
