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
    let mut rule = String::new();
    for other in routes.earlier(number) {
        if Crowd::of(other).is_none() {
            rule.extend(["(?!", &other.url_regex(), ")"]);
        }
    }
    rule + regex
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::templates;

    const START: &str = r"^(?:(?:https?:)?//)?(?:[^/?#@]*@)?a\.test(?::(?:80|443)?)?";

    fn rules(lines: &[String]) -> Vec<String> {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let text = write(&Routes::of(&templates(&lines)));
        assert!(text.ends_with("]\n"), "{text}");
        serde_json::from_str(&text).expect("it is a list of texts")
    }

    #[test]
    fn crowded_routes_are_denied_but_for_the_paths_of_others() {
        let items = (0..100).map(|item| format!("https://a.test/item/{item}"));
        let mut lines: Vec<String> = items.collect();
        let behind = r"(?:\?[^#]*)?(?:#.*)?$";
        let item = format!("{START}/+item/+[0-9]+/*{behind}");
        assert_eq!(rules(&lines[1..]), [""; 0], "too few");
        assert_eq!(rules(&lines), [item.as_str()]);
        lines.extend(["x4", "y4"].map(|end| format!("https://a.test/item/{end}.html")));
        lines.push("https://a.test/item/2024".to_owned());
        assert_eq!(rules(&lines).len(), 1);
    }

    #[test]
    fn facets_are_denied_with_their_parameters_alone() {
        let sets = ('a'..'u').map(|set| format!("https://a.test/find?p{set}x=1"));
        let lines: Vec<String> = sets.collect();
        let wanted = format!(r"{START}/+find/*\?[^#]+(?:#.*)?$");
        assert_eq!(rules(&lines), [wanted]);
    }
}
