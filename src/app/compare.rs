//! `urlsift compare`: two URLs side by side.

use std::fmt::Write;

use anyhow::{Result, anyhow};

use super::invalid;
use super::message::{excerpt, harmless};
use super::outcome::Outcome;
use super::settings::builder_of;
use super::stdout::print;
use crate::cli::Compare;

/// Shows the similarity of two URLs, component by component.
pub(super) fn run(compare: &Compare) -> Result<Outcome> {
    let [first, second] = [&compare.first, &compare.second].map(|url| url.as_encoded_bytes());
    let settings = builder_of(&compare.settings, &compare.lines, false)?;
    let Some(found) = settings.compare(first, second)? else {
        return Err(anyhow!(
            "cannot compare {} and {}: at least one of them {}",
            excerpt(first),
            excerpt(second),
            invalid::one(compare.lines.kind())
        ));
    };
    let mut text = format!(
        "{:.2} % similar: at {} % {}{}\n",
        found.percent,
        compare.settings.text("threshold"),
        if found.similar { "one is dropped" } else { "both are kept" },
        found.apart.map(|apart| format!(" ({apart})")).unwrap_or_default()
    );
    if !found.components.is_empty() {
        text += "\ncomponent  weight  of A in B  of B in A\n";
    }
    for share in found.components.iter() {
        let name = share.component.name();
        writeln!(text, "{name:<9}  {:>6.2}  {:>9.2}  {:>9.2}", share.weight, share.first, share.second)?;
    }
    writeln!(text, "\nshape of A  {}\nshape of B  {}", found.first, found.second)?;
    if !found.differences.is_empty() {
        text += "\ndiffers     A | B\n";
    }
    for difference in found.differences.iter() {
        writeln!(text, "{:<10}  {difference}", difference.component.name())?;
    }
    if !found.same.is_empty() {
        text += "\ntaken for the same\n";
    }
    for same in &found.same {
        writeln!(text, "{same}")?;
    }
    if !found.rules.is_empty() {
        text += "\nby rules\n";
    }
    for rule in found.rules.iter() {
        writeln!(text, "{}", harmless(rule))?;
    }
    print(text.as_bytes())
}
