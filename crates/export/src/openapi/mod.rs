//! `OpenAPI`: an operation for each method of a path, with typed parameters and bodies.
//!
//! Routes that are one path to a description, such as `/docs/{intro|setup}` and `/docs/{int}`, are
//! described together.

mod layout;
mod operation;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use urlsift_core::{STATIC_EXTENSIONS, Sift};
use urlsift_lists::escapes::shown_text;
use urlsift_lists::{Template, TemplateSegment};

use crate::{Route, Routes};
use operation::Operation;

/// The methods that a path may have.
const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

/// Extensions of files that belong to pages, besides styles, pictures, fonts and media.
const SCRIPTS: [&str; 4] = ["js", "mjs", "map", "webmanifest"];

/// Segments that say nothing of the value behind them.
const GENERAL: [&str; 3] = ["api", "rest", "rpc"];

/// A description, and what its reader should know.
#[derive(Clone, Debug)]
pub struct Described {
    /// The description.
    pub text: String,
    /// Routes of files that belong to pages, which are left out.
    pub assets: usize,
    /// Operations whose method no line names.
    pub assumed: usize,
}

/// The syntax of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

/// Describes routes of one host. `sift` reads the lines of their templates. Files that belong to
/// pages are described if `has_assets`.
pub fn write(routes: &Routes<'_>, sift: &Sift, syntax: Syntax, has_assets: bool) -> Described {
    let mut paths = BTreeMap::<String, Vec<&Route<'_>>>::new();
    let mut assets = 0;
    for route in routes {
        if !has_assets && is_asset(route) {
            assets += 1;
        } else {
            let path = route
                .path
                .iter()
                .flat_map(|node| ["/", token(node)])
                .collect();
            paths.entry(path).or_default().push(route);
        }
    }
    let host = routes.iter().next().map_or("", |route| route.host);
    let schemes: BTreeSet<&str> = routes
        .iter()
        .flat_map(templates)
        .flat_map(|template| template.schemes.iter().map(|(scheme, _)| scheme.as_str()))
        .filter(|scheme| !scheme.is_empty())
        .collect();
    let schemes = if schemes.is_empty() {
        BTreeSet::from(["https"])
    } else {
        schemes
    };
    let mut assumed = 0;
    let paths: Map<String, Value> = paths
        .into_values()
        .map(|routes| path(&routes, sift, &mut assumed))
        .collect();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {"title": if host.is_empty() { "paths without a host" } else { host }, "version": "0"},
        "paths": paths,
    });
    if !host.is_empty() {
        document["servers"] = schemes
            .iter()
            .rev()
            .map(|scheme| json!({"url": format!("{scheme}://{host}")}))
            .collect();
    }
    Described {
        text: layout::text(&document, syntax == Syntax::Yaml),
        assets,
        assumed,
    }
}

fn templates<'t>(route: &Route<'t>) -> impl Iterator<Item = &'t Template> + use<'t> {
    route
        .endpoints
        .clone()
        .into_iter()
        .flat_map(|endpoint| endpoint.templates)
}

/// Returns whether a route is a file that belongs to pages.
fn is_asset(route: &Route<'_>) -> bool {
    let extension = route
        .path
        .last()
        .and_then(|node| node.token.rsplit_once('.'))
        .map(|(_, it)| it.to_ascii_lowercase());
    extension.is_some_and(|it| STATIC_EXTENSIONS.contains(&&*it) || SCRIPTS.contains(&&*it))
}

/// Returns the text of a segment, with `{}` for each part that varies.
fn token(node: &TemplateSegment) -> &str {
    if node.choices().is_some() {
        "{}"
    } else {
        &node.token
    }
}

/// Returns a path and its item, of routes that differ only in what varies.
fn path(routes: &[&Route<'_>], sift: &Sift, assumed: &mut usize) -> (String, Value) {
    let mut names = BTreeSet::new();
    let mut path = String::new();
    let mut parameters = Vec::new();
    let mut before = "";
    for (at, first) in routes[0].path.iter().enumerate() {
        let nodes: Vec<&TemplateSegment> = routes.iter().map(|route| &route.path[at]).collect();
        let token = token(first);
        path.push('/');
        for (number, text) in token.split("{}").enumerate() {
            if number > 0 {
                let own = token.split("{}").next().unwrap_or_default();
                let collection = if own.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                    own
                } else {
                    before
                };
                let name = name(collection, suffix(&nodes), &mut names);
                path.extend(["{", &name, "}"]);
                parameters.push(
                    json!({"name": name, "in": "path", "required": true, "schema": schema(&nodes, token)}),
                );
            }
            path += text;
        }
        before = if first.is_literal() { &first.token } else { "" };
    }
    if path.is_empty() {
        path.push('/');
    }
    let mut item = Map::new();
    if !parameters.is_empty() {
        item.insert("parameters".to_owned(), parameters.into());
    }
    let mut operations = BTreeMap::<String, Operation>::new();
    for template in routes.iter().flat_map(|route| templates(route)) {
        let seen = template.methods.iter().map(|(method, _)| method.as_str());
        let methods: Vec<String> = seen
            .chain([&*template.method])
            .map(str::to_ascii_lowercase)
            .collect();
        let known: BTreeSet<&String> = methods
            .iter()
            .filter(|it| METHODS.contains(&&***it))
            .collect();
        if methods.iter().all(String::is_empty) {
            operations
                .entry("get".to_owned())
                .or_default()
                .add(template, sift, false);
        }
        for method in known {
            operations
                .entry(method.clone())
                .or_default()
                .add(template, sift, true);
        }
    }
    for (method, operation) in operations {
        *assumed += usize::from(!operation.is_known);
        item.insert(method, operation.described());
    }
    (path, item.into())
}

/// Names a segment that varies as people do: `userId` behind `users`.
fn name(before: &str, suffix: &str, names: &mut BTreeSet<String>) -> String {
    let before = shown_text(before);
    let is_version = before
        .strip_prefix('v')
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let general = is_version || GENERAL.contains(&&*before);
    let words = before
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !general);
    let mut word = String::new();
    for part in singular(&words.collect::<Vec<_>>().join("-"))
        .split('-')
        .chain([suffix])
    {
        let (first, rest) = part.split_at(part.len().min(1));
        word += &if word.is_empty() {
            first.to_ascii_lowercase()
        } else {
            first.to_ascii_uppercase()
        };
        word += rest;
    }
    let numbered = (2..).map(|number| format!("{word}{number}"));
    let mut all = [word.clone()].into_iter().chain(numbered);
    all.find(|name| names.insert(name.clone()))
        .unwrap_or_default()
}

/// Returns the word for one of several things, as far as its letters tell.
fn singular(word: &str) -> String {
    match word.strip_suffix("ies").or_else(|| word.strip_suffix("s")) {
        Some(stem) if word.ends_with("ies") && stem.len() > 1 => format!("{stem}y"),
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) && stem.len() > 1 => {
            let has_e = ["sse", "xe", "che", "she"]
                .iter()
                .any(|end| stem.ends_with(end));
            stem[..stem.len() - usize::from(has_e)].to_owned()
        }
        _ => word.to_owned(),
    }
}

/// Returns what the values of a segment are.
fn suffix(nodes: &[&TemplateSegment]) -> &'static str {
    let mut classes = nodes
        .iter()
        .flat_map(|node| &node.classes)
        .map(|(class, _)| *class);
    let is_choice = nodes.iter().any(|node| node.choices().is_some());
    let is_name = |class: &str| ["word", "handle", "text", "same"].contains(&class);
    match classes.next() {
        None if is_choice => "name",
        Some(class) if is_name(class) && classes.clone().all(is_name) => "name",
        Some(class @ ("slug" | "email" | "locale" | "version" | "file"))
            if classes.all(|it| it == class) =>
        {
            class
        }
        _ => "id",
    }
}

/// Describes the values of a segment.
fn schema(nodes: &[&TemplateSegment], token: &str) -> Value {
    let only = |class: &str| {
        token == "{}"
            && nodes
                .iter()
                .all(|node| matches!(&*node.classes, [(name, _)] if *name == class))
    };
    match nodes {
        [node] if node.choices().is_some() => {
            json!({"type": "string", "enum": node.choices().into_iter().flatten().collect::<Vec<_>>()})
        }
        _ if only("int") => json!({"type": "integer"}),
        _ if only("uuid") => json!({"type": "string", "format": "uuid"}),
        _ => json!({"type": "string"}),
    }
}
