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
        let mut before = String::new();
        for node in nodes.iter().take_while(|node| node.is_literal()) {
            before.push('/');
            before += &node.token;
        }
        match Crowd::of(route) {
            Some(Crowd::Pages) => {
                let start = format!("{before}/");
                let segments = start.split('/').filter(|text| !text.is_empty());
                let segments: Vec<&str> = segments.collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::templates;

    fn rules(lines: &[String]) -> String {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        write(&Routes::of(&templates(&lines)))
    }

    fn pages(start: &str, count: usize) -> Vec<String> {
        let pages = (0..count).map(|page| format!("https://a.test/{start}{page}"));
        pages.collect()
    }

    #[test]
    fn crowded_prefixes_alone_are_disallowed() {
        let none = "User-agent: *\nDisallow:\n";
        let one = "User-agent: *\nDisallow: /item/\n";
        assert_eq!(rules(&pages("item/", 99)), none, "too few");
        assert_eq!(rules(&pages("item/", 100)), one);
        assert_eq!(rules(&pages("", 100)), none, "that is the whole site");
        let mut lines = pages("item/", 100);
        lines.push("https://a.test/item/help".to_owned());
        assert_eq!(rules(&lines), none, "a page below it is not crowded");
    }

    #[test]
    fn a_page_with_facets_keeps_its_plain_address() {
        let sets = ('a'..'u').map(|set| format!("https://a.test/find*?p{set}x=1"));
        let lines: Vec<String> = sets.collect();
        assert_eq!(rules(&lines), "User-agent: *\nDisallow: /find%2A?\n");
        assert_eq!(rules(&lines[1..]), "User-agent: *\nDisallow:\n", "too few");
    }
}
