//! `OpenAPI`: an operation for each method of a path, with typed parameters and bodies.
//!
//! Routes that are one path to a description, such as `/docs/{intro|setup}` and `/docs/{int}`, are
//! described together. Every request of [`SeenRequests`] fits its description.

mod body;
mod layout;
mod operation;
mod seen;
mod value;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use urlsift_core::STATIC_EXTENSIONS;
use urlsift_lists::TemplateSegment;
use urlsift_lists::escapes::shown_text;

use crate::Route;
pub use seen::SeenRequests;
use seen::{PathRequests, token};

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
    /// Paths that were always answered by 404 or 410, which are left out.
    pub missing: usize,
}

/// The syntax of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

/// Describes the requests to the routes of one host. Files that belong to pages are described if
/// `has_assets`.
pub fn write(traffic: &SeenRequests<'_>, syntax: Syntax, has_assets: bool) -> Described {
    let mut described = Described {
        text: String::new(),
        assets: 0,
        assumed: 0,
        missing: 0,
    };
    let mut items = Map::new();
    for path in &traffic.paths {
        if !has_assets && is_asset(path.routes[0]) {
            described.assets += path.routes.len();
        } else if path.is_missing() {
            described.missing += 1;
        } else {
            let (name, item) = path_item(path);
            items.insert(name, item);
            described.assumed += path.assumed();
        }
    }
    let first = traffic.paths.first();
    let host = first.map_or("", |path| path.routes[0].host);
    let mut schemes = BTreeSet::new();
    for route in traffic.paths.iter().flat_map(|path| &path.routes) {
        for template in route.templates() {
            for (scheme, _) in template.schemes.iter() {
                if !scheme.is_empty() {
                    schemes.insert(scheme.as_str());
                }
            }
        }
    }
    if schemes.is_empty() {
        schemes.insert("https");
    }
    let title = match host {
        "" => "paths without a host",
        host => host,
    };
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {"title": title, "version": "0"},
        "paths": items,
    });
    if !host.is_empty() {
        let mut servers = Vec::new();
        for scheme in schemes.iter().rev() {
            let url = format!("{scheme}://{host}");
            servers.push(json!({"url": url}));
        }
        document["servers"] = servers.into();
    }
    described.text = layout::text(&document, syntax == Syntax::Yaml);
    described
}

/// Returns whether a route is a file that belongs to pages.
fn is_asset(route: &Route<'_>) -> bool {
    let Some(last) = route.path.last() else {
        return false;
    };
    let Some((_, extension)) = last.token.rsplit_once('.') else {
        return false;
    };
    let extension = &*extension.to_ascii_lowercase();
    STATIC_EXTENSIONS.contains(&extension) || SCRIPTS.contains(&extension)
}

/// Returns the name of a path and its item.
fn path_item(traffic: &PathRequests<'_>) -> (String, Value) {
    let routes = &traffic.routes;
    let mut names = BTreeSet::new();
    let mut path = String::new();
    let mut parameters = Vec::new();
    let mut before = "";
    for (at, first) in routes[0].path.iter().enumerate() {
        let mut nodes = Vec::with_capacity(routes.len());
        for route in routes {
            nodes.push(&route.path[at]);
        }
        let token = token(first);
        path.push('/');
        for (number, text) in token.split("{}").enumerate() {
            if number > 0 {
                let own = token.split("{}").next().unwrap_or_default();
                let has_word = own.bytes().any(|byte| byte.is_ascii_alphabetic());
                let collection = if has_word { own } else { before };
                let suffix = suffix(&nodes);
                let name = name(collection, suffix, &mut names);
                path.push('{');
                path += &name;
                path.push('}');
                parameters.push(json!({
                    "name": name,
                    "in": "path",
                    "required": true,
                    "schema": schema(&nodes, token),
                }));
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
    for (method, operation) in &traffic.operations {
        item.insert(method.clone(), operation.described());
    }
    (path, item.into())
}

/// Names a segment that varies as people do: `userId` behind `users`.
fn name(before: &str, suffix: &str, names: &mut BTreeSet<String>) -> String {
    let before = shown_text(before);
    let is_version = match before.strip_prefix('v') {
        Some(rest) => rest.bytes().all(|byte| byte.is_ascii_digit()),
        None => false,
    };
    let mut words = Vec::new();
    if !is_version && !GENERAL.contains(&&*before) {
        words.extend(before.split(|c: char| !c.is_ascii_alphanumeric()));
        words.retain(|word| !word.is_empty());
    }
    let collection = singular(&words.join("-"));
    let mut name = String::new();
    for part in collection.split('-').chain([suffix]) {
        let (first, rest) = part.split_at(part.len().min(1));
        if name.is_empty() {
            name += &first.to_ascii_lowercase();
        } else {
            name += &first.to_ascii_uppercase();
        }
        name += rest;
    }
    let mut number = 1;
    let mut numbered = name.clone();
    while !names.insert(numbered.clone()) {
        number += 1;
        numbered = format!("{name}{number}");
    }
    numbered
}

/// Returns the word for one of several things, as far as its letters tell.
fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies") {
        if stem.len() <= 1 {
            return word.to_owned();
        }
        return format!("{stem}y");
    }
    let Some(stem) = word.strip_suffix("s") else {
        return word.to_owned();
    };
    if stem.len() <= 1 || stem.ends_with(['s', 'u', 'i']) {
        return word.to_owned();
    }
    for end in ["sse", "xe", "che", "she"] {
        if stem.ends_with(end) {
            return stem[..stem.len() - 1].to_owned();
        }
    }
    stem.to_owned()
}

/// Returns what the values of a segment are.
fn suffix(nodes: &[&TemplateSegment]) -> &'static str {
    let mut suffixes = BTreeSet::new();
    let mut is_choice = false;
    for node in nodes {
        is_choice |= node.choices().is_some();
        for (class, _) in &node.classes {
            suffixes.insert(match *class {
                "word" | "handle" | "text" | "same" => "name",
                class @ ("slug" | "email" | "locale" | "version" | "file") => class,
                _ => "id",
            });
        }
    }
    let mut suffixes = suffixes.into_iter();
    match (suffixes.next(), suffixes.next()) {
        (None, _) if is_choice => "name",
        (Some(suffix), None) => suffix,
        _ => "id",
    }
}

/// Describes the values of a segment.
fn schema(nodes: &[&TemplateSegment], token: &str) -> Value {
    if let [node] = nodes
        && let Some(choices) = node.choices()
    {
        let choices: Vec<&str> = choices.collect();
        return json!({"type": "string", "enum": choices});
    }
    let mut classes = BTreeSet::new();
    for node in nodes {
        match &*node.classes {
            [(class, _)] if token == "{}" => classes.insert(*class),
            _ => classes.insert(""),
        };
    }
    let mut classes = classes.into_iter();
    match (classes.next(), classes.next()) {
        (Some("int"), None) => json!({"type": "integer"}),
        (Some("uuid"), None) => json!({"type": "string", "format": "uuid"}),
        _ => json!({"type": "string"}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Routes;
    use urlsift_core::Sift;
    use urlsift_lists::Templates;

    #[test]
    fn segments_are_named_as_people_do() {
        let mut names = BTreeSet::new();
        for (before, suffix, wanted) in [
            ("users", "id", "userId"),
            ("users", "id", "userId2"),
            ("users", "id", "userId3"),
            ("blog-posts", "slug", "blogPostSlug"),
            ("api", "id", "id"),
            ("v2", "name", "name"),
            ("", "id", "id2"),
        ] {
            assert_eq!(name(before, suffix, &mut names), wanted, "{before}");
        }
    }

    #[test]
    fn several_things_have_the_name_of_one() {
        for (word, wanted) in [
            ("users", "user"),
            ("categories", "category"),
            ("ties", "ties"),
            ("boxes", "box"),
            ("churches", "church"),
            ("classes", "class"),
            ("houses", "house"),
            ("status", "status"),
            ("news", "new"),
            ("as", "as"),
            ("s", "s"),
        ] {
            assert_eq!(singular(word), wanted, "{word}");
        }
    }

    fn described(lines: &[&str], has_assets: bool) -> (Value, Described) {
        let settings = || Sift::builder().learn(false);
        let sift = settings().build().expect("the settings are valid");
        let templates = Templates::of(settings(), lines).expect("templates decide");
        let routes = Routes::of(&templates);
        let mut traffic = SeenRequests::new(&routes, &templates);
        for (number, template) in templates.iter().enumerate() {
            for line in template.examples.iter().chain([&template.kept]) {
                traffic.note(&sift, line, Some(number));
            }
        }
        let described = write(&traffic, Syntax::Json, has_assets);
        let document = serde_json::from_str(&described.text).expect("it is JSON");
        (document, described)
    }

    #[test]
    fn paths_have_typed_parameters_and_assumed_operations() {
        let lines = [
            "http://a.test/users/17/files/3f2504e0-4f89-11d3-9a0c-0305e82c3301.pdf",
            "https://a.test/users/17?page=2&q=x",
            "https://a.test/users/17?action=edit",
            "https://a.test/style.css",
        ];
        let (document, all) = described(&lines, false);
        assert_eq!((all.assets, all.assumed), (1, 2));
        let urls = json!([{"url": "https://a.test"}, {"url": "http://a.test"}]);
        assert_eq!(document["servers"], urls);
        let paths = document["paths"].as_object().expect("they are by path");
        let names: Vec<&String> = paths.keys().collect();
        assert_eq!(
            names,
            ["/users/{userId}", "/users/{userId}/files/{fileId}.pdf"]
        );
        let user = &paths["/users/{userId}"];
        let id = json!([{"name": "userId", "in": "path", "required": true, "schema": {"type": "integer"}}]);
        assert_eq!(user["parameters"], id);
        let query = json!([
            {"name": "action", "in": "query", "required": false, "schema": {"type": "string", "examples": ["edit"]}},
            {"name": "page", "in": "query", "required": false, "schema": {"type": "integer"}},
            {"name": "q", "in": "query", "required": false, "schema": {"type": "string"}},
        ]);
        assert_eq!(user["get"]["parameters"], query);
        let said = "No line names the method: GET is assumed.";
        assert_eq!(user["get"]["description"], said);
        let (with_assets, all) = described(&lines, true);
        assert_eq!(all.assets, 0);
        assert!(with_assets["paths"]["/style.css"].is_object());
    }

    #[test]
    fn methods_statuses_and_bodies_are_those_of_records() {
        let post = |status: u16, body: &str| {
            let body = Value::from(body);
            format!(
                r#"{{"method":"POST","url":"https://a.test/login?next=/","status":{status},"body":{body}}}"#
            )
        };
        let lines = [
            post(200, r#"{"user":{"name":"x"},"age":7}"#),
            post(422, r#"{"age":7}"#),
        ];
        let (document, all) = described(&lines.each_ref().map(String::as_str), false);
        assert_eq!(all.assumed, 0);
        let login = &document["paths"]["/login"]["post"];
        let schema = json!({
            "type": "object",
            "properties": {
                "age": {"type": "integer"},
                "user": {"type": "object", "properties": {"name": {"type": "string"}}},
            },
            "required": ["user"],
        });
        let content = json!({"application/json": {"schema": schema}});
        assert_eq!(login["requestBody"]["content"], content);
        assert_eq!(login["parameters"][0]["name"], "next");
        let responses = json!({
            "200": {"description": "OK"},
            "422": {"description": "Unprocessable Content"},
        });
        assert_eq!(login["responses"], responses);
        assert!(login["description"].is_null(), "{login}");
    }
}
