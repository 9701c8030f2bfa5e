//! `--to openapi`: paths with typed parameters, and operations where methods are known.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde_json::{Map, Value, json};
use urlsift::lists::escapes::shown_text;
use urlsift::lists::{EndpointParameter, Route, Routes, TemplateSegment};

/// The methods that a path may have.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub(super) fn write(routes: &Routes<'_>) -> Result<String> {
    let (mut paths, mut host, mut schemes) = (Map::new(), "", BTreeSet::new());
    for route in routes {
        host = route.host;
        for template in route.endpoints.iter().flat_map(|endpoint| endpoint.templates) {
            schemes.extend(
                template.schemes.iter().map(|(scheme, _)| scheme).filter(|scheme| !scheme.is_empty()),
            );
        }
        let (path, item) = path(route);
        match paths.get_mut(&path) {
            Some(known) => join(known, item),
            None => drop(paths.insert(path, item)),
        }
    }
    let servers: Vec<Value> = if host.is_empty() {
        Vec::new()
    } else if schemes.is_empty() {
        vec![json!({"url": format!("https://{host}")})]
    } else {
        schemes.iter().rev().map(|scheme| json!({"url": format!("{scheme}://{host}")})).collect()
    };
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {"title": if host.is_empty() { "paths without a host" } else { host }, "version": "0"},
        "paths": paths,
    });
    if !servers.is_empty() {
        document["servers"] = servers.into();
    }
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// Joins the items of two routes that are one path here: `/docs/{intro|setup}` and `/docs/{int}`.
fn join(one: &mut Value, mut other: Value) {
    let name = |parameter: &Value| (parameter["in"].clone(), parameter["name"].clone());
    let [mut all, mut others] = [&mut *one, &mut other].map(|item| {
        let parameters = item["parameters"].take();
        if let Value::Array(parameters) = parameters { parameters } else { Vec::new() }
    });
    for parameter in &mut all {
        match others.iter().position(|other| name(other) == name(parameter)) {
            Some(at) => {
                let other = others.remove(at);
                if other["schema"] != parameter["schema"] {
                    parameter["schema"] = json!({"type": "string"});
                }
                parameter["required"] = (other["required"] == true && parameter["required"] == true).into();
            }
            None => parameter["required"] = false.into(),
        }
    }
    for parameter in &mut others {
        parameter["required"] = false.into();
    }
    all.append(&mut others);
    if let (Value::Object(one), Value::Object(other)) = (one, other) {
        for (method, operation) in other {
            one.entry(method).or_insert(operation);
        }
        one.insert("parameters".to_owned(), all.into());
    }
}

/// Returns a path and its item.
fn path(route: &Route<'_>) -> (String, Value) {
    let mut names = BTreeSet::new();
    let (mut path, mut parameters, mut before) = (String::new(), Vec::new(), None);
    for node in &route.path {
        path.push('/');
        if let Some(choices) = node.choices() {
            let name = name(before, &mut names);
            path.extend(["{", &name, "}"]);
            parameters.push(chosen(&name, choices));
            before = None;
            continue;
        }
        let mut rest = node.token.split("{}");
        path += rest.next().unwrap_or_default();
        for text in rest {
            let name = name(before, &mut names);
            path.extend(["{", &name, "}", text]);
            parameters.push(segment(&name, node));
        }
        before = if node.is_literal() { Some(node.token.as_str()) } else { None };
    }
    if path.is_empty() {
        path.push('/');
    }
    parameters.extend(query(route));
    let mut item = Map::new();
    if !parameters.is_empty() {
        item.insert("parameters".to_owned(), parameters.into());
    }
    for (method, responses) in operations(route) {
        item.insert(method, json!({"responses": responses}));
    }
    (path, item.into())
}

/// Names a segment that varies after the one before it.
fn name(before: Option<&str>, names: &mut BTreeSet<String>) -> String {
    let is_part = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let word: String = shown_text(before.unwrap_or_default()).chars().filter(is_part).collect();
    let word = if word.is_empty() { "value".to_owned() } else { word };
    let mut name = word.clone();
    let mut number = 2;
    while !names.insert(name.clone()) {
        name = format!("{word}{number}");
        number += 1;
    }
    name
}

/// Describes a segment that is one of a few names.
fn chosen<'n>(name: &str, choices: impl Iterator<Item = &'n str>) -> Value {
    let choices: Vec<&str> = choices.collect();
    json!({"name": name, "in": "path", "required": true, "schema": {"type": "string", "enum": choices}})
}

fn segment(name: &str, node: &TemplateSegment) -> Value {
    let only = |class: &str| matches!(&*node.classes, [(name, _)] if *name == class);
    let schema = match () {
        () if only("int") && node.token == "{}" => json!({"type": "integer"}),
        () if only("uuid") && node.token == "{}" => json!({"type": "string", "format": "uuid"}),
        () => json!({"type": "string"}),
    };
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

/// Describes the parameters of all sets, each once.
fn query(route: &Route<'_>) -> Vec<Value> {
    let mut all = BTreeMap::<String, (u64, Vec<String>, Vec<String>)>::new();
    for endpoint in &route.endpoints {
        for parameter in endpoint.parameters() {
            let EndpointParameter { name, lines, selects, values, .. } = parameter;
            let (key, choice) = name.split_once('=').unwrap_or((&name, ""));
            if key == "{}" || key.is_empty() {
                continue;
            }
            // Clients escape it.
            let (known, choices, examples) = all.entry(shown_text(key)).or_default();
            *known += lines;
            if selects {
                choices.push(choice.to_owned());
            }
            examples.extend(values);
        }
    }
    let parameter = |(name, (lines, choices, examples)): (String, (u64, Vec<String>, Vec<String>))| {
        let is_number = |value: &String| {
            !value.is_empty() && value.len() < 10 && value.bytes().all(|b| b.is_ascii_digit())
        };
        let mut schema = json!({"type": "string"});
        if choices.is_empty() && !examples.is_empty() && examples.iter().all(is_number) {
            schema = json!({"type": "integer"});
        } else if !choices.is_empty() && examples.is_empty() {
            let choices: BTreeSet<String> = choices.into_iter().collect();
            schema["enum"] = choices.into_iter().collect();
        }
        json!({"name": name, "in": "query", "required": lines >= route.lines, "schema": schema})
    };
    all.into_iter().map(parameter).collect()
}

/// Describes the methods of records, each with its responses.
fn operations(route: &Route<'_>) -> BTreeMap<String, Value> {
    let mut operations = BTreeMap::<String, Map<String, Value>>::new();
    for template in route.endpoints.iter().flat_map(|endpoint| endpoint.templates) {
        for method in template.methods.iter().map(|(method, _)| method.to_ascii_lowercase()) {
            if METHODS.contains(&&*method) {
                let responses = operations.entry(method).or_default();
                for (status, _) in template.statuses.iter().filter(|(status, _)| (100..600).contains(*status))
                {
                    responses.insert(status.to_string(), json!({"description": "seen in the list"}));
                }
            }
        }
    }
    let known = |(method, mut responses): (String, Map<String, Value>)| {
        if responses.is_empty() {
            responses.insert("default".to_owned(), json!({"description": "not known"}));
        }
        (method, responses.into())
    };
    operations.into_iter().map(known).collect()
}
