//! Rules for robots.txt that every crawler reads: path prefixes, without `*`.
//!
//! A prefix is disallowed if every path of the list below it is crowded, so no page that the filter
//! keeps apart is lost. A page with facets stays, but not with parameters.

use std::collections::BTreeSet;
use std::fmt::Write;

use urlsift_lists::{TemplateSegment, escapes};

use crate::crowded::Crowd;
use crate::{Route, Routes};

/// Writes the crowded prefixes of paths as rules of robots.txt.
pub fn write(routes: &Routes<'_>) -> String {
    let mut starts = BTreeSet::new();
    for route in routes {
        let nodes = &route.path;
        let fixed = nodes.iter().take_while(|node| node.is_literal());
        let before: String = fixed.fold(String::new(), |text, node| text + "/" + &node.token);
        match Crowd::of(route) {
            Some(Crowd::Pages) => {
                let start = format!("{before}/");
                let segments: Vec<&str> =
                    start.split('/').filter(|text| !text.is_empty()).collect();
                let is_crowded = |other: &Route<'_>| {
                    !other.may_be_below(&segments) || Crowd::of(other) == Some(Crowd::Pages)
                };
                if before.len() > 1 && routes.iter().all(is_crowded) {
                    starts.insert(start);
                }
            }
            Some(Crowd::Facets) if nodes.iter().all(TemplateSegment::is_literal) => {
                let page = if before.is_empty() { "/" } else { &before };
                starts.insert(format!("{page}?"));
            }
            _ => {}
        }
    }
    let mut text = String::from("User-agent: *\n");
    for start in &starts {
        let _ = writeln!(text, "Disallow: {}", escapes::robots(start));
    }
    if starts.is_empty() {
        text.push_str("Disallow:\n");
    }
    text
}
