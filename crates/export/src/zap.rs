//! A context for ZAP, to be imported or given to an automation plan.
//!
//! A data-driven node is a regular expression with three groups, and a name. ZAP finds it in a URL,
//! and writes the name in place of the second group in its tree of sites. So the second group spans
//! the first to the last value of a route, and the name has the slashes between. If several nodes
//! match, the last one decides, so they are written in reverse order. Nothing restores a literal
//! path after that, so nodes exclude the literal paths before them by a look-ahead.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::json;

use crate::{Route, Routes};

/// The top technologies of ZAP: without them, it would test for none.
const TECHNOLOGIES: [&str; 5] = ["Db", "Language", "OS", "SCM", "WS"];

/// ZAP's class that parses parameters.
const PARSER: &str = "org.zaproxy.zap.model.StandardParameterParser";

/// Writes routes as a context. All of them must have a host, as ZAP tells contexts by host.
pub fn write(all: &Routes<'_>) -> String {
    let routes: Vec<&Route<'_>> = all.iter().collect();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<configuration>\n<context>\n",
    );
    let name = match routes.first() {
        Some(route) => route.host,
        None => "urlsift",
    };
    element(&mut text, "name", name);
    element(&mut text, "desc", "Routes of a list, by urlsift");
    element(&mut text, "inscope", "true");
    for host in routes.chunk_by(|one, other| one.host == other.host) {
        let regex = format!("^{}(?:[/?#].*)?$", host[0].start_regex());
        element(&mut text, "incregexes", &regex);
    }
    text.push_str("<tech>\n");
    for technology in TECHNOLOGIES {
        element(&mut text, "include", technology);
    }
    text.push_str("</tech>\n");
    parser(&mut text, "urlparser", &structural(&routes));
    parser(&mut text, "postparser", &BTreeSet::new());
    let literal_paths = all.literal_paths();
    let mut first = 0;
    for host in routes.chunk_by(|one, other| one.host == other.host) {
        for (at, route) in host.iter().enumerate().rev() {
            let Some(pattern) = pattern(route, &literal_paths[first + at]) else {
                continue;
            };
            let node = json!({
                "type": "DataDrivenNode",
                "name": name_of(route),
                "pattern": pattern,
            });
            element(&mut text, "ddns", &node.to_string());
        }
        first += host.len();
    }
    text.push_str("</context>\n</configuration>\n");
    text
}

fn element(text: &mut String, name: &str, value: &str) {
    let value = value.replace('&', "&amp;");
    let value = value.replace('<', "&lt;");
    let value = value.replace('>', "&gt;");
    let _ = writeln!(text, "<{name}>{value}</{name}>");
}

fn parser(text: &mut String, name: &str, structural: &BTreeSet<&str>) {
    let _ = writeln!(text, "<{name}>");
    element(text, "class", PARSER);
    let config = json!({"kvps": "&", "kvs": "=", "struct": structural});
    element(text, "config", &config.to_string());
    let _ = writeln!(text, "</{name}>");
}

/// Returns the parameters whose values select the action of a page, wherever the list has them.
fn structural<'r>(routes: &[&'r Route<'_>]) -> BTreeSet<&'r str> {
    let mut found = BTreeMap::<&str, bool>::new();
    for template in routes.iter().flat_map(|route| route.templates()) {
        for parameter in &template.parameters {
            let selects = found.entry(parameter.key()).or_insert(true);
            *selects &= parameter.selects;
        }
    }
    found.retain(|key, selects| *selects && !key.is_empty());
    found.into_keys().collect()
}

/// Returns the expression of a route, which ZAP finds in a URL. `others` are the routes of literal
/// paths that it would match.
fn pattern(route: &Route<'_>, others: &[&Route<'_>]) -> Option<String> {
    let [start, values, end] = route.path_regex_parts()?;
    let excepted: Vec<String> = others.iter().map(|other| other.path_regex()).collect();
    let mut pattern = format!("^{}", route.start_regex());
    if !excepted.is_empty() {
        let excepted = excepted.join("|");
        let _ = write!(pattern, "(?!(?:{excepted})(?:[?#]|$))");
    }
    let _ = write!(pattern, "({start})({values})({end})/*(?:[?#]|$)");
    Some(pattern)
}

/// Returns the name in ZAP's tree for the values of a route: `int`, or `int»/post/«int` for two
/// with a segment between, as ZAP adds the marks at both ends.
fn name_of(route: &Route<'_>) -> String {
    let mut name = String::new();
    // The part of the name up to the last value.
    let mut end = 0;
    for node in route.path.iter() {
        let varies = !node.is_literal();
        if end > 0 {
            name.push('/');
            if varies {
                name.push('«');
            }
        } else if !varies {
            continue;
        }
        name += &plain(&node.to_string(), varies);
        if varies {
            end = name.len();
            name.push('»');
        }
    }
    name.truncate(end);
    name
}

/// Returns a text without characters that ZAP would read as JSON, parameters or a path: `{int}.png`
/// becomes `int.png`, and `item{}` becomes `item*`.
fn plain(text: &str, varies: bool) -> String {
    let text = text.replace("{}", "*");
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '{' | '}' if varies => {}
            '-' | '_' | '.' | '~' | '%' | '|' | '*' => plain.push(c),
            c if c.is_ascii_alphanumeric() => plain.push(c),
            _ => plain.push('_'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::templates;

    /// Returns the values of an element, in order.
    fn values<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
        let start = format!("<{name}>");
        let end = format!("</{name}>");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&*start));
        lines.filter_map(|line| line.strip_suffix(&*end)).collect()
    }

    #[test]
    fn nodes_come_in_reverse_order_and_leave_out_literal_paths() {
        let list = templates(&[
            "https://a.test/user/17/post/4/edit",
            "https://a.test/user/17",
            "https://a.test/user/4af0bdc4",
            "https://a.test/user/export",
            "https://b.test/?a&action=edit",
        ]);
        let text = write(&Routes::of(&list));
        let start = r"(?:(?:https?:)?//)?(?:[^/?#@]*@)?a\\.test(?::(?:80|443)?)?";
        let short = format!(
            r#"{{"name":"hex|int","pattern":"^{start}(?!(?:/+user/+export/*)(?:[?#]|$))(/+user/+)([^/?#]+)()/*(?:[?#]|$)","type":"DataDrivenNode"}}"#
        );
        let long = format!(
            r#"{{"name":"int»/post/«int","pattern":"^{start}(/+user/+)([0-9]+/+post/+[0-9]+)(/+edit)/*(?:[?#]|$)","type":"DataDrivenNode"}}"#
        );
        assert_eq!(values(&text, "ddns"), [long, short]);
        assert_eq!(values(&text, "name"), ["a.test"]);
        assert_eq!(values(&text, "incregexes").len(), 2, "one for each host");
        let parsers = [
            r#"{"kvps":"&amp;","kvs":"=","struct":["action"]}"#,
            r#"{"kvps":"&amp;","kvs":"=","struct":[]}"#,
        ];
        assert_eq!(values(&text, "config"), parsers);
    }

    #[test]
    fn a_node_leaves_out_the_literal_paths_that_it_matches_and_no_others() {
        let list = templates(&[
            "https://a.test/away",
            "https://a.test/g/p/blob/main/a/b",
            "https://a.test/x7-y8.php",
            "https://a.test/x-y.php",
            "https://a.test/xa-yb.php",
        ]);
        let text = write(&Routes::of(&list));
        let nodes = values(&text, "ddns");
        assert_eq!(nodes.len(), 2);
        let excepting: Vec<_> = nodes.iter().filter(|node| node.contains("(?!")).collect();
        assert_eq!(excepting.len(), 1, "{nodes:?}");
        let wanted = r"(?!(?:/+xa-yb\\.php/*)(?:[?#]|$))(/+)(x";
        assert!(excepting[0].contains(wanted), "{nodes:?}");
    }

    #[test]
    fn names_have_no_marks_that_zap_reads() {
        for (text, varies, wanted) in [
            ("{int}.png", true, "int.png"),
            ("item{}", true, "item*"),
            ("a&b=c", false, "a_b_c"),
            ("a{b}", false, "a_b_"),
            ("é-_.~%|", false, "_-_.~%|"),
        ] {
            assert_eq!(plain(text, varies), wanted, "{text}");
        }
    }
}
