//! A JSON list of regular expressions, for `deny` of a link extractor.
//!
//! Scrapy searches for them in URLs, so they have anchors. Paths of other routes that a rule would
//! also match are excepted.

use serde_json::Value;

use crate::Routes;
use crate::crowded::Crowd;

/// Writes a rule for each crowded route.
pub fn write(routes: &Routes<'_>) -> String {
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
    format!("{:#}\n", Value::from(rules))
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
