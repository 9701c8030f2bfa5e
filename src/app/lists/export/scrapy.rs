//! `--to scrapy`: a JSON list of regular expressions, for `deny` of a link extractor.
//!
//! Scrapy searches for them in URLs, so they have anchors. Paths of other routes that a rule would
//! also match are excepted.

use anyhow::Result;
use urlsift::lists::Routes;

use super::crowded::Crowd;

pub(super) fn write(routes: &Routes<'_>) -> Result<String> {
    let mut rules = Vec::new();
    for (number, route) in routes.iter().enumerate() {
        match Crowd::of(route) {
            Some(Crowd::Pages) => rules.push(denied(routes, &route.url_regex(), number)),
            // The page itself stays allowed.
            Some(Crowd::Facets) => {
                let regex = route.url_regex().replace("(?:\\?[^#]*)?", "\\?[^#]+");
                rules.push(denied(routes, &regex, number));
            }
            None => {}
        }
    }
    Ok(serde_json::to_string_pretty(&rules)? + "\n")
}

/// Returns the rule of a route with exceptions for the paths of earlier routes, which are not
/// denied.
fn denied(routes: &Routes<'_>, regex: &str, number: usize) -> String {
    let excepted: Vec<String> = (routes.earlier(number))
        .filter(|other| Crowd::of(other).is_none())
        .map(|other| format!("(?!{})", other.url_regex()))
        .collect();
    format!("{}{regex}", excepted.concat())
}
