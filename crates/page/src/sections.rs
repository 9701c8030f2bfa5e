//! Writes the page, section by section.

use std::collections::BTreeMap;
use std::time::Duration;

use std::cmp::Reverse;

use urlsift_core::SameAnswer;
use urlsift_core::{Builder, Reason, Sift};
use urlsift_explain::{Explainer, LearnedPosition};
use urlsift_stream::Summary;

use super::charts::{Bar, chart};
use super::document::{document, navigation};
use super::excerpt::Excerpt;
use super::figures::Figures;
use super::hosts::{CountedHost, CountedHosts};
use super::html::Html;
use super::html::TableColumn::{Name, Number, Sorted};
use super::sample::Sample;
use super::site::site;

/// Rows of the longest tables.
const HOSTS: usize = 200;
const GROUPS: usize = 100;
const POSITIONS: usize = 100;
const ANSWERS: usize = 100;

/// Number of learned positions named at the top.
const NOTICED: usize = 3;

/// The most steps of similarity that are shown one by one.
const STEPS: i64 = 20;

/// The sections of every run's page: their ids and names.
const SECTIONS: &[(&str, &str)] = &[
    ("site", "Site"),
    ("groups", "Groups"),
    ("learned", "Learned"),
    ("hosts", "Hosts"),
    ("similarity", "Similarity"),
    ("thresholds", "Thresholds"),
    ("lines", "Lines"),
    ("noturls", "Not URLs"),
];

/// A run that ended.
pub struct EndedRun<'r> {
    /// The filter, with what it has learned.
    pub sift: &'r Sift,
    /// Groups, templates and kept lines.
    pub explainer: &'r Explainer,
    /// The settings of the filter.
    pub settings: &'r Builder,
    /// The threshold in percent.
    pub threshold: f64,
    /// The time since the start.
    pub elapsed: Duration,
    /// The reason for an early end, if any.
    pub early: Option<String>,
}

/// Writes the page of a run.
pub fn render(figures: &Figures, run: &EndedRun<'_>) -> String {
    let answers = run.sift.view().same_answers();
    let learned = run.explainer.learned_positions();
    document("urlsift report", |html| {
        header(html, figures, run);
        if let Some((lines, positions)) = &learned {
            swallowed(html, *lines, positions);
        }
        let mut links = SECTIONS.to_vec();
        if answers.is_some() {
            links.push(("answers", "Answers"));
        }
        navigation(html, &links);
        html.main(|html| {
            site(html, &figures.tree);
            groups(html, figures, run);
            learning(
                html,
                learned.as_ref().map(|(_, positions)| positions.as_slice()),
            );
            hosts(html, &figures.hosts, run.sift);
            similarity(html, &figures.sample, run);
            thresholds(html, &figures.sample, run);
            lines(
                html,
                &figures.totals,
                learned.as_ref().map(|(lines, _)| *lines),
                answers.as_ref(),
            );
            if let Some((_, answers)) = &answers {
                self::answers(html, answers);
            }
            not_urls(html, figures);
        });
    })
}

fn header(html: &mut Html, figures: &Figures, run: &EndedRun<'_>) {
    let Summary {
        records,
        written: kept,
        empty,
        ..
    } = figures.totals;
    html.header("urlsift report");
    if let Some(why) = &run.early {
        let start = "<p class=\"early\" role=\"note\"><strong>Not everything was read:</strong> ";
        html.within(start, "</p>\n", |html| html.code(&Excerpt::of(why)));
    }
    html.markup("<dl>");
    for (name, count) in [
        ("Lines read", records),
        ("Kept", kept),
        ("Dropped", records - kept - empty),
    ] {
        html.term(name, |html| {
            html.count(count);
            if name != "Lines read" {
                html.within(" <small>", "</small>", |html| html.percent(count, records));
            }
        });
    }
    html.term("Threshold", |html| {
        html.text(&format!("{} %", run.threshold));
    });
    html.term("Time", |html| {
        html.text(&format!("{:.1} s", run.elapsed.as_secs_f64()));
    });
    html.markup("</dl>\n");
}

/// Says at the top how many lines were dropped only because of learning, and names endpoints that
/// may have been lost.
fn swallowed(html: &mut Html, lines: u64, positions: &[LearnedPosition]) {
    if lines == 0 {
        return;
    }
    html.markup("<details class=\"swallowed\"><summary><strong>");
    html.say_of(lines, "{} line was", "{} lines were");
    html.markup(" dropped only because a path position was learned.</strong></summary><p>If an endpoint was lost, it is likely among:");
    // Where few names are merged, a name that looks like an endpoint is more often one.
    let mut positions: Vec<&LearnedPosition> = positions.iter().collect();
    positions.sort_by_key(|position| (Reverse(position.likeness), position.names));
    for position in positions.into_iter().take(NOTICED) {
        if let Some(name) = position.suspects.first() {
            html.markup(" ");
            html.code(&Excerpt::of(name));
        }
        html.markup(" at ");
        html.code(&Excerpt::of(&position.pattern));
        html.markup(";");
    }
    html.markup(" or <a href=\"#learned\">more of them</a>.</p></details>\n");
}

fn lines(
    html: &mut Html,
    totals: &Summary,
    learned: Option<u64>,
    answers: Option<&(u64, Vec<SameAnswer>)>,
) {
    html.section("lines", "Lines");
    html.markup("<p>What became of the lines.");
    if let Some(learned) = learned
        && learned > 0
    {
        html.markup(" Of those that were dropped, ");
        html.say_of(learned, "{} is", "{} are");
        html.markup(
            " similar to a kept line only because a <a href=\"#learned\">path position was learned</a>.",
        );
    }
    if let Some((answered, _)) = answers
        && *answered > 0
    {
        html.say_of(*answered, " {} was", " {} were");
        html.markup(
            " dropped because of <a href=\"#answers\">an answer</a> that kept lines have too.",
        );
    }
    html.markup("</p>\n");
    let mut rows = vec![
        ("Kept: similar to no line before".to_owned(), totals.kept),
        ("Kept: further lines of a group".to_owned(), totals.samples),
        ("Dropped: similar to a kept line".to_owned(), totals.similar),
    ];
    for (reason, count) in Reason::ALL.into_iter().zip(totals.unwanted_by) {
        rows.push((format!("Not selected: --{reason}"), count));
    }
    rows.extend([
        ("Not a URL".to_owned(), totals.not_url),
        ("Not a URL, repeated".to_owned(), totals.repeated),
        ("Names of columns".to_owned(), totals.headers),
        ("Empty".to_owned(), totals.empty),
        ("Too long to be compared".to_owned(), totals.long),
    ]);
    let columns = [Name("What"), Number("Lines"), Number("Share")];
    rows.retain(|(_, count)| *count > 0);
    html.table("lines", &columns, rows, |html, (what, count)| {
        html.name(|html| html.text(&what));
        html.number(|html| html.count(count));
        html.number(|html| html.percent(count, totals.records));
    });
}

fn hosts(html: &mut Html, hosts: &CountedHosts, sift: &Sift) {
    html.section("hosts", "Hosts");
    html.markup("<p>");
    let (several, single) = hosts.several_and_single();
    if several > HOSTS as u64 {
        html.say(
            "The {} hosts with the most lines, of {} that have more than one.",
            &[HOSTS as u64, several],
        );
    } else {
        html.say_of(several, "{} host has", "{} hosts have");
        html.markup(" more than one line.");
    }
    only_one_line(html, single);
    if let Some(missing) = hosts.missing() {
        html.say(" There were more hosts than are counted: small ones were forgotten, and the numbers of one that came back may be too low by up to {} lines.", &[missing]);
    }
    html.markup("</p>\n");
    let columns = [
        Name("Host"),
        Sorted("Lines"),
        Number("Kept"),
        Number("Dropped"),
        Number("Share dropped"),
    ];
    html.table(
        "hosts",
        &columns,
        hosts.largest(HOSTS),
        |html, host: &CountedHost| {
            let kept = host.first.kept;
            let dropped = host.lines - kept;
            html.name(|html| html.host(&host.first.name(sift)));
            html.number(|html| html.count(host.lines));
            html.number(|html| html.count(kept));
            html.number(|html| html.count(dropped));
            html.share_cell(dropped, host.lines, host.lines);
        },
    );
}

/// Says how many hosts or groups have a single line.
fn only_one_line(html: &mut Html, single: u64) {
    if single > 0 {
        let has = " {} has one line only.";
        let have = " {} have one line only.";
        html.say_of(single, has, have);
    }
}

fn groups(html: &mut Html, Figures { census, groups, .. }: &Figures, run: &EndedRun<'_>) {
    let (all, single) = census.groups_and_single();
    html.section("groups", "Groups");
    html.markup("<p>A group is a kept line and all lines that are similar to it. ");
    let rows = ShownRows {
        most: GROUPS,
        all,
        names: ["group", "groups"],
        which: "with the most lines",
    };
    rows.say(html);
    html.say_of(single, " {} has", " {} have");
    html.markup(" one line only. Values are shown as the names of their classes, words at learned positions as {word}.</p>\n");
    let whole = census.lines();
    let largest = groups.largest(GROUPS, census);
    let most = largest.first().map_or(0, |(lines, _)| *lines);
    let columns = [Name("Group"), Sorted("Lines"), Number("Share")];
    html.table("groups", &columns, largest, |html, (lines, group)| {
        html.name(|html| {
            let shown = group.shown(run.explainer);
            html.code(&Excerpt::of(shown.shape.unwrap_or_default()));
            html.markup("<details><summary>Lines</summary><ul>");
            if let Some(first) = &shown.first {
                group_line(html, first, true);
            }
            for (line, kept) in &shown.further {
                group_line(html, line, *kept);
            }
            html.markup("</ul></details>");
        });
        html.number(|html| html.count(lines));
        html.share_cell(lines, whole, most);
    });
}

fn group_line(html: &mut Html, line: &Excerpt, kept: bool) {
    let start = if kept {
        "<li><span>kept</span> "
    } else {
        "<li><span>dropped</span> "
    };
    html.within(start, "</li>", |html| html.code(line));
}

/// The rows of a table that shows some of all.
struct ShownRows {
    most: usize,
    all: u64,
    /// What a row is, and what several are.
    names: [&'static str; 2],
    /// Which rows the table shows.
    which: &'static str,
}

impl ShownRows {
    /// Says how many of all rows the table shows.
    fn say(&self, html: &mut Html) {
        let [one, many] = self.names;
        if self.all > self.most as u64 {
            html.say("The {} ", &[self.most as u64]);
            html.markups(&[many, " ", self.which]);
            html.say(", of {}.", &[self.all]);
        } else {
            html.say("{} ", &[self.all]);
            html.markup(if self.all == 1 { one } else { many });
            html.markup(".");
        }
    }
}

/// Says which lines a section covers.
fn of_sample(html: &mut Html, sample: &Sample) {
    let markup = if sample.is_partial() {
        "Of a sample of {} lines: stretches of lines that stand together, evenly spread over the list. "
    } else {
        "Of all {} lines. "
    };
    html.say(markup, &[sample.len() as u64]);
}

fn similarity(html: &mut Html, sample: &Sample, run: &EndedRun<'_>) {
    html.section("similarity", "Similarity");
    html.markup("<p>How similar the dropped lines are to the kept ones. ");
    of_sample(html, sample);
    html.markup("</p>\n");
    let found = sample.similarities(run.explainer);
    // Steps of one percent, or of five if there would be too many.
    let lowest = run.threshold as i64;
    let step = if 100 - lowest > STEPS { 5 } else { 1 };
    let mut steps = BTreeMap::new();
    for at in lowest / step..=100 / step {
        steps.insert(at, 0);
    }
    for percent in &found {
        *steps.entry(*percent as i64 / step).or_default() += 1;
    }
    let mut bars = Vec::with_capacity(steps.len());
    for (at, lines) in &steps {
        bars.push(Bar {
            label: (at * step).to_string(),
            count: *lines,
            is_own: false,
        });
    }
    chart(html, "Dropped lines by their similarity in percent", &bars);
    let columns = [Name("Similarity"), Number("Lines"), Number("Share")];
    html.table(
        "similarity",
        &columns,
        steps.into_iter().rev(),
        |html, (at, lines)| {
            html.name(|html| match at * step {
                100 => html.markup("100 %"),
                start => html.text(&format!("{start} to {} %", start + step)),
            });
            html.number(|html| html.count(lines));
            html.share_cell(lines, found.len() as u64, found.len() as u64);
        },
    );
}

fn thresholds(html: &mut Html, sample: &Sample, run: &EndedRun<'_>) {
    html.section("thresholds", "Thresholds");
    html.markup("<p>How many lines other thresholds keep. ");
    of_sample(html, sample);
    html.markup(if sample.is_partial() {
        "Fewer lines have fewer similar ones among them, so these shares are larger than those of the whole list; compare the rows with each other. For all lines and thresholds: <code>urlsift sweep</code>.</p>\n"
    } else {
        "For all thresholds, with examples: <code>urlsift sweep</code>.</p>\n"
    });
    let levels = match sample.sweep(run.sift, run.settings, run.threshold) {
        Ok(levels) => levels,
        Err(error) => {
            let start = "<p>No other threshold can be tried: ";
            return html.within(start, ".</p>", |html| html.text(&error.to_string()));
        }
    };
    let mut own = None;
    let mut most = 0;
    let mut bars = Vec::with_capacity(levels.len());
    for &(threshold, kept) in &levels {
        if own.is_none() && threshold >= run.threshold {
            own = Some(kept);
        }
        most = most.max(kept);
        bars.push(Bar {
            label: threshold.to_string(),
            count: kept,
            is_own: threshold.total_cmp(&run.threshold).is_eq(),
        });
    }
    let own = own.unwrap_or_default();
    chart(
        html,
        "Lines that each threshold keeps; the marked column is that of this run",
        &bars,
    );
    let columns = [
        Name("Threshold"),
        Number("Kept"),
        Number("Share kept"),
        Number("Against this run"),
    ];
    html.table("thresholds", &columns, levels, |html, (threshold, kept)| {
        html.name(|html| {
            html.text(&format!("{threshold} %"));
            if threshold.total_cmp(&run.threshold).is_eq() {
                html.markup(" <small>this run</small>");
            }
        });
        html.number(|html| html.count(kept));
        html.share_cell(kept, sample.len() as u64, most);
        html.number(|html| {
            html.markup(if kept < own { "\u{2212}" } else { "+" });
            html.count(kept.abs_diff(own));
        });
    });
}

fn learning(html: &mut Html, positions: Option<&[LearnedPosition]>) {
    html.section("learned", "Learned positions");
    let Some(positions) = positions else {
        html.markup("<p>No path position was learned.</p>\n");
        return;
    };
    html.markup("<p>Path positions that became variable because the site kept showing new words there, shown as {word}. Lines that are similar only because of that were dropped: if an endpoint was lost, it is likely one of the names that are shown: those that look most like endpoints. ");
    let rows = ShownRows {
        most: POSITIONS,
        all: positions.len() as u64,
        names: ["position", "positions"],
        which: "that swallowed the most lines",
    };
    rows.say(html);
    html.markup("</p>\n");
    let columns = [
        Name("Position, and names like endpoints"),
        Sorted("Lines"),
        Number("Names"),
    ];
    html.table(
        "learned",
        &columns,
        positions.iter().take(POSITIONS),
        |html, position: &LearnedPosition| {
            html.name(|html| {
                html.code(&Excerpt::of(&position.pattern));
                html.names(&position.suspects);
            });
            html.number(|html| html.count(position.lines));
            html.number(|html| html.count(position.names as u64));
        },
    );
}

fn answers(html: &mut Html, answers: &[SameAnswer]) {
    html.section("answers", "Same answers");
    html.markup("<p>Answers that so many lines of a host had, or so many hosts of a site gave to one path, that later lines with them were dropped. ");
    let rows = ShownRows {
        most: ANSWERS,
        all: answers.len() as u64,
        names: ["answer", "answers"],
        which: "that took the most lines",
    };
    rows.say(html);
    html.markup("</p>\n");
    let columns = [Name("Answer and a kept line with it"), Sorted("Lines")];
    html.table(
        "answers",
        &columns,
        answers.iter().take(ANSWERS),
        |html, same: &SameAnswer| {
            html.name(|html| {
                html.code(&Excerpt::of(&same.answer));
                html.names([&same.example]);
            });
            html.number(|html| html.count(same.lines));
        },
    );
}

fn not_urls(html: &mut Html, figures: &Figures) {
    html.section("noturls", "Not URLs");
    html.markup("<p>Lines that are not URLs are compared as they are. ");
    let rows = ShownRows {
        most: figures.not_urls.len(),
        all: figures.totals.not_url,
        names: ["line", "lines"],
        which: "that came first",
    };
    rows.say(html);
    html.markup("</p>\n");
    let columns = [Name("Line"), Name("Where")];
    html.table(
        "noturls",
        &columns,
        &figures.not_urls,
        |html, (location, line)| {
            html.name(|html| html.code(line));
            html.within("<td>", "</td>", |html| {
                html.code(&Excerpt::of(location.to_string()));
            });
        },
    );
}
