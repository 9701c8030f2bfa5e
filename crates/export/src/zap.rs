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
use urlsift_lists::TemplateSegment;

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
    let name = routes.first().map_or("urlsift", |route| route.host);
    element(&mut text, "name", name);
    element(&mut text, "desc", "Routes of a list, by urlsift");
    element(&mut text, "inscope", "true");
    for host in routes.chunk_by(|one, other| one.host == other.host) {
        element(
            &mut text,
            "incregexes",
            &format!("^{}(?:[/?#].*)?$", host[0].start_regex()),
        );
    }
    text.push_str("<tech>\n");
    for technology in TECHNOLOGIES {
        element(&mut text, "include", technology);
    }
    text.push_str("</tech>\n");
    parser(&mut text, "urlparser", &structural(&routes));
    parser(&mut text, "postparser", &BTreeSet::new());
    let mut next = 0;
    for host in routes.chunk_by(|one, other| one.host == other.host) {
        let first = next;
        next += host.len();
        for (at, route) in host.iter().enumerate().rev() {
            if let Some(pattern) = pattern(route, all.earlier(first + at)) {
                let node =
                    json!({"type": "DataDrivenNode", "name": name_of(route), "pattern": pattern});
                element(&mut text, "ddns", &node.to_string());
            }
        }
    }
    text.push_str("</context>\n</configuration>\n");
    text
}

fn element(text: &mut String, name: &str, value: &str) {
    let value = value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = writeln!(text, "<{name}>{value}</{name}>");
}

fn parser(text: &mut String, name: &str, structural: &BTreeSet<&str>) {
    let _ = writeln!(text, "<{name}>");
    element(text, "class", PARSER);
    element(
        text,
        "config",
        &json!({"kvps": "&", "kvs": "=", "struct": structural}).to_string(),
    );
    let _ = writeln!(text, "</{name}>");
}

/// Returns the parameters whose values select the action of a page, wherever the list has them.
fn structural<'r>(routes: &[&'r Route<'_>]) -> BTreeSet<&'r str> {
    let mut found = BTreeMap::<&str, bool>::new();
    let templates = routes
        .iter()
        .flat_map(|route| &route.endpoints)
        .flat_map(|endpoint| endpoint.templates);
    for parameter in templates.flat_map(|template| &template.parameters) {
        *found.entry(parameter.key()).or_insert(true) &= parameter.selects;
    }
    found
        .into_iter()
        .filter(|(key, selects)| *selects && !key.is_empty())
        .map(|(key, _)| key)
        .collect()
}

/// Returns the expression of a route, which ZAP finds in a URL. `earlier` are the routes that are
/// tried before it and may match its paths.
fn pattern<'r>(route: &Route<'_>, earlier: impl Iterator<Item = &'r Route<'r>>) -> Option<String> {
    let [start, values, end] = route.path_regex_parts()?;
    let literal = |other: &&Route<'_>| other.path.iter().all(TemplateSegment::is_literal);
    let excepted: Vec<String> = earlier.filter(literal).map(Route::path_regex).collect();
    let excepted = match &*excepted {
        [] => String::new(),
        _ => format!("(?!(?:{})(?:[?#]|$))", excepted.join("|")),
    };
    Some(format!(
        "^{}{excepted}({start})({values})({end})/*(?:[?#]|$)",
        route.start_regex()
    ))
}

/// Returns the name in ZAP's tree for the values of a route: `int`, or `int»/post/«int` for two
/// with a segment between, as ZAP adds the marks at both ends.
fn name_of(route: &Route<'_>) -> String {
    let varies = |node: &TemplateSegment| !node.is_literal();
    let first = route.path.iter().position(varies);
    let last = route.path.iter().rposition(varies);
    let first = first.unwrap_or_default();
    let last = last.unwrap_or_default();
    let shown = |(at, node): (usize, &TemplateSegment)| {
        let (open, close) = if varies(node) { ("«", "»") } else { ("", "") };
        let text = plain(&node.to_string(), varies(node));
        [
            if at > first { open } else { "" },
            &text,
            if at < last { close } else { "" },
        ]
        .concat()
    };
    let names = route.path.iter().enumerate().take(last + 1).skip(first);
    names.map(shown).collect::<Vec<_>>().join("/")
}

/// Returns a text without characters that ZAP would read as JSON, parameters or a path: `{int}.png`
/// becomes `int.png`, and `item{}` becomes `item*`.
fn plain(text: &str, varies: bool) -> String {
    let text = text.replace("{}", "*");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~%|*".contains(c);
    let text: String = text
        .chars()
        .filter(|c| !(varies && "{}".contains(*c)))
        .collect();
    text.chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect()
}
