//! `urlsift compare`: two URLs side by side.

use std::fmt::Write;

use anyhow::{Result, anyhow};

use urlsift::Builder;
use urlsift::explain::{Comparer, Comparison, Difference, Measures, Same, Share};
use urlsift::settings::{Metric, RecordKind};

use crate::app::run::outcome::Outcome;
use crate::app::run::stdout::print;
use crate::app::settings::builder_of;
use crate::app::show::invalid::InvalidWords;
use crate::app::show::json::{Object, round};
use crate::app::show::message::{excerpt, harmless};
use crate::cli::{Compare, CompareFormat};

/// Shows the similarity of two URLs, component by component.
pub(crate) fn run(compare: &Compare) -> Result<Outcome> {
    let [first, second] = [&compare.first, &compare.second].map(|url| url.as_encoded_bytes());
    let settings = builder_of(&compare.settings, &compare.lines, false)?;
    let Some(found) = urlsift::explain::compare(&settings, first, second)? else {
        return Err(anyhow!(
            "cannot compare {} and {}: at least one of them {}",
            excerpt(first),
            excerpt(second),
            InvalidWords::of(compare.lines.kind()).one
        ));
    };
    let measured = || self::measured(&settings, first, second);
    if compare.format == CompareFormat::Jsonl {
        return print(&object(&found, measured()?).line());
    }
    let measured = if compare.lines.kind() == RecordKind::default() {
        None
    } else {
        measured()?
    };
    print(text(compare, &found, measured.as_ref())?.as_bytes())
}

/// Compares two lines with a filter for each metric; only overlap has an order of terms. `None`
/// if one of the lines cannot be compared.
fn measured(settings: &Builder, first: &[u8], second: &[u8]) -> Result<Option<Measures>> {
    let by = |metric| {
        Comparer::new(&settings.clone().metric(metric)).map(|it| it.measure(first, second))
    };
    let (Some(own), Some(mut found)) = (by(Metric::Overlap)?, by(Metric::SimHash)?) else {
        return Ok(None);
    };
    found.overlap = own.overlap;
    let Measures {
        overlap,
        simhash,
        weighted_jaccard,
        jaccard,
        ..
    } = &mut found;
    for measure in [overlap, simhash, weighted_jaccard, jaccard] {
        *measure = round(*measure);
    }
    Ok(Some(found))
}

fn text(compare: &Compare, found: &Comparison, measured: Option<&Measures>) -> Result<String> {
    let mut text = format!(
        "{:.2} % similar: at {} % {}{}\n",
        found.percent,
        compare.settings.text("threshold"),
        if found.similar {
            "one is dropped"
        } else {
            "both are kept"
        },
        found
            .separated_by
            .map(|separator| format!(" ({separator})"))
            .unwrap_or_default()
    );
    let components = found.components.iter().map(|share| {
        let name = share.component.name();
        format!(
            "{name:<9}  {:>6.2}  {:>9.2}  {:>9.2}",
            share.weight, share.first, share.second
        )
    });
    append(
        "\ncomponent  weight  of A in B  of B in A\n",
        components,
        &mut text,
    );
    if let Some(Measures {
        overlap,
        simhash,
        weighted_jaccard,
        jaccard,
        ..
    }) = measured
    {
        writeln!(
            text,
            "\nmeasure           percent\noverlap           {overlap:>7.2}\nSimHash           {simhash:>7.2}\n\
             weighted Jaccard  {weighted_jaccard:>7.2}\nJaccard           {jaccard:>7.2}"
        )?;
    }
    writeln!(
        text,
        "\nshape of A  {}\nshape of B  {}",
        found.first, found.second
    )?;
    let differences = found
        .differences
        .iter()
        .map(|it| format!("{:<10}  {it}", it.component.name()));
    append("\ndiffers     A | B\n", differences, &mut text);
    append(
        "\ntaken for the same\n",
        found.same.iter().map(ToString::to_string),
        &mut text,
    );
    append(
        "\nby rules\n",
        found.rules.iter().map(|rule| harmless(rule)),
        &mut text,
    );
    Ok(text)
}

/// Appends a table, with its heading unless there are no rows.
fn append(heading: &str, rows: impl Iterator<Item = String>, text: &mut String) {
    for (number, row) in rows.enumerate() {
        text.extend([if number > 0 { "" } else { heading }, &row, "\n"]);
    }
}

fn object(found: &Comparison, measures: Option<Measures>) -> Object {
    let component = |share: &Share| {
        let object = Object::default().with("component", share.component.name());
        let object = object.with("weight", round(share.weight));
        object
            .with("first", round(share.first))
            .with("second", round(share.second))
    };
    let difference = |found: &Difference| {
        let object = Object::default().with("component", found.component.name());
        let object = object.with_some("segment", found.segment);
        object
            .with("first", &found.first)
            .with("second", &found.second)
    };
    let by_name = |found: Measures| {
        let object = Object::default()
            .with("overlap", found.overlap)
            .with("simhash", found.simhash);
        object
            .with("weighted_jaccard", found.weighted_jaccard)
            .with("jaccard", found.jaccard)
    };
    let same = |found: &Same| {
        let object = Object::default().with("segment", found.segment);
        object
            .with("first", &found.first)
            .with("second", &*found.second)
            .with("by", &*found.by)
    };
    Object::default()
        .with("percent", round(found.percent))
        .with("similar", found.similar)
        .with("apart", found.separated_by)
        .with("shapes", [&*found.first, &*found.second])
        .with_objects("components", found.components.iter().map(component))
        .with_objects("differences", found.differences.iter().map(difference))
        .with_objects("same", found.same.iter().map(same))
        .with("rules", &*found.rules)
        .with_object("measures", measures.map(by_name))
}
