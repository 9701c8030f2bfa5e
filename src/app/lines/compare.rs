//! `urlsift compare`: two URLs side by side.

use std::fmt::Write;

use anyhow::{Result, bail};

use urlsift::Builder;
use urlsift::explain::{Comparer, Comparison, Difference, Measures, Same, Share};
use urlsift::settings::{Metric, RecordKind};

use crate::app::run::{RunOutcome, print};
use crate::app::settings::builder_of;
use crate::app::show::invalid::InvalidWords;
use crate::app::show::json::{Object, round};
use crate::app::show::message::{excerpt, harmless};
use crate::cli::{Compare, CompareFormat};

/// Shows the similarity of two URLs, component by component.
pub(crate) fn run(compare: &Compare) -> Result<RunOutcome> {
    let first = compare.first.as_encoded_bytes();
    let second = compare.second.as_encoded_bytes();
    let kind = compare.lines.kind();
    let settings = builder_of(&compare.settings, &compare.lines, false)?;
    let Some(found) = urlsift::explain::compare(&settings, first, second)? else {
        let first = excerpt(first);
        let second = excerpt(second);
        let is_invalid = InvalidWords::of(kind).one;
        bail!("cannot compare {first} and {second}: at least one of them {is_invalid}");
    };
    let is_json = compare.format == CompareFormat::Jsonl;
    let by_codes = compare.settings.text("metric") == Metric::SimHash.to_string();
    let mut measures = None;
    if is_json || by_codes || kind != RecordKind::default() {
        measures = measured(&settings, first, second)?;
    }
    if is_json {
        let object = object(&found, measures);
        return print(object.line());
    }
    let text = text(compare, &found, measures)?;
    print(text)
}

/// Compares two lines with a filter for each metric; only overlap has an order of terms. `None`
/// if one of the lines cannot be compared.
fn measured(settings: &Builder, first: &[u8], second: &[u8]) -> Result<Option<Measures>> {
    let by_metric = |metric| -> Result<Option<Measures>> {
        let settings = settings.clone().metric(metric);
        let comparer = Comparer::new(&settings)?;
        Ok(comparer.measure(first, second))
    };
    let Some(by_overlap) = by_metric(Metric::Overlap)? else {
        return Ok(None);
    };
    let Some(mut measures) = by_metric(Metric::SimHash)? else {
        return Ok(None);
    };
    measures.overlap = round(by_overlap.overlap);
    measures.simhash = round(measures.simhash);
    measures.weighted_jaccard = round(measures.weighted_jaccard);
    measures.jaccard = round(measures.jaccard);
    Ok(Some(measures))
}

fn text(compare: &Compare, found: &Comparison, measures: Option<Measures>) -> Result<String> {
    let threshold = compare.settings.text("threshold");
    let verdict = if found.similar {
        "one is dropped"
    } else {
        "both are kept"
    };
    let mut text = format!("{:.2} % similar: at {threshold} % {verdict}", found.percent);
    if let Some(separator) = found.separated_by {
        write!(text, " ({separator})")?;
    }
    text.push('\n');
    let mut rows = Vec::new();
    for share in found.components.iter() {
        let name = share.component.name();
        let weight = share.weight;
        let first = share.first;
        let second = share.second;
        rows.push(format!(
            "{name:<9}  {weight:>6.2}  {first:>9.2}  {second:>9.2}"
        ));
    }
    let heading = "component  weight  of A in B  of B in A";
    append(heading, rows, &mut text);
    if let Some(measures) = measures {
        writeln!(text, "\nmeasure           percent")?;
        for (name, percent) in [
            ("overlap", measures.overlap),
            ("SimHash", measures.simhash),
            ("weighted Jaccard", measures.weighted_jaccard),
            ("Jaccard", measures.jaccard),
        ] {
            writeln!(text, "{name:<16}  {percent:>7.2}")?;
        }
        let [first, second] = measures.codes;
        let distance = measures.differing_bits();
        writeln!(text, "\nSimHash of A  {first:016x}")?;
        writeln!(
            text,
            "SimHash of B  {second:016x}, {distance} of 64 bits differ"
        )?;
    }
    writeln!(text, "\nshape of A  {}", found.first)?;
    writeln!(text, "shape of B  {}", found.second)?;
    for (name, left_out) in ["A", "B"].iter().zip(&found.left_out) {
        if let Some(left_out) = left_out {
            writeln!(text, "left out of {name}  {left_out}")?;
        }
    }
    let mut rows = Vec::new();
    for difference in found.differences.iter() {
        let name = difference.component.name();
        rows.push(format!("{name:<10}  {difference}"));
    }
    append("differs     A | B", rows, &mut text);
    let mut rows = Vec::new();
    for same in &found.same {
        rows.push(same.to_string());
    }
    append("taken for the same", rows, &mut text);
    let mut rows = Vec::new();
    for rule in found.rules.iter() {
        rows.push(harmless(rule));
    }
    append("by rules", rows, &mut text);
    Ok(text)
}

/// Appends a table, with its heading unless there are no rows.
fn append(heading: &str, rows: Vec<String>, text: &mut String) {
    if rows.is_empty() {
        return;
    }
    text.push('\n');
    text.push_str(heading);
    text.push('\n');
    for row in rows {
        text.push_str(&row);
        text.push('\n');
    }
}

fn object(found: &Comparison, measures: Option<Measures>) -> Object {
    let component = |share: &Share| {
        Object::default()
            .with("component", share.component.name())
            .with("weight", round(share.weight))
            .with("first", round(share.first))
            .with("second", round(share.second))
    };
    let difference = |found: &Difference| {
        Object::default()
            .with("component", found.component.name())
            .with_some("segment", found.segment)
            .with("first", &found.first)
            .with("second", &found.second)
    };
    let by_name = |found: Measures| {
        Object::default()
            .with("overlap", found.overlap)
            .with("simhash", found.simhash)
            .with("codes", found.codes.map(|code| format!("{code:016x}")))
            .with("differing_bits", found.differing_bits())
            .with("weighted_jaccard", found.weighted_jaccard)
            .with("jaccard", found.jaccard)
    };
    let same = |found: &Same| {
        Object::default()
            .with("segment", found.segment)
            .with("first", &found.first)
            .with("second", &*found.second)
            .with("by", &*found.by)
    };
    Object::default()
        .with("percent", round(found.percent))
        .with("similar", found.similar)
        .with("apart", found.separated_by)
        .with("shapes", [&*found.first, &*found.second])
        .with_objects("components", &*found.components, component)
        .with_objects("differences", &*found.differences, difference)
        .with_objects("same", &found.same, same)
        .with("left_out", found.left_out.each_ref().map(Option::as_deref))
        .with("rules", &*found.rules)
        .with_object("measures", measures.map(by_name))
}
