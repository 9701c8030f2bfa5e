//! Reads Postman collections, versions 2.0 and 2.1.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::node::Subtree;
use crate::urls::Urls;
use urlsift_extract::{FormFields, RequestDetails};

/// Maximum rounds of replacement in one text: a value may name another variable.
const ROUNDS: usize = 8;

/// Maximum length of a variable's name, with its closing braces.
const NAME: usize = 256;

/// Maximum length of a variable's value that is filled in.
const VALUE: usize = 8 << 10;

pub(crate) fn is_one(root: &Subtree) -> bool {
    let Some(info) = root.get("info") else {
        return false;
    };
    let is_postman = info.get("_postman_id").is_some()
        || info
            .text_of("schema")
            .is_some_and(|schema| schema.contains("postman"));
    is_postman
        && root
            .get("item")
            .is_some_and(|item| matches!(item, Subtree::List(_)))
}

pub(crate) fn read(root: &Subtree, urls: &mut Urls<'_>) {
    let mut variables = Variables::default();
    variables.enter(root);
    folder(root, &mut variables, urls);
}

/// Reads the requests of a collection or folder, and of the folders in it.
fn folder(folder: &Subtree, variables: &mut Variables, urls: &mut Urls<'_>) {
    for item in folder.items_of("item") {
        let entered = variables.enter(item);
        // Requests saved with their answers.
        let answered = item
            .items_of("response")
            .iter()
            .filter_map(|answer| answer.get("originalRequest"));
        for request in item.get("request").into_iter().chain(answered) {
            add(request, variables, urls);
        }
        // The JSON reader limits the depth of the tree.
        self::folder(item, variables, urls);
        variables.leave(entered);
    }
}

/// Adds a request, which may be only a URL.
fn add(request: &Subtree, variables: &Variables, urls: &mut Urls<'_>) {
    let raw = match request {
        Subtree::Text(raw) => raw.to_string(),
        request => match request.get("url") {
            Some(Subtree::Text(raw)) => raw.to_string(),
            Some(url) => url
                .text_of("raw")
                .map_or_else(|| of_parts(url), str::to_owned),
            None => return,
        },
    };
    let raw = raw.trim();
    if raw.is_empty() {
        return;
    }
    let url = if urls.has_room() {
        variables.fill(raw)
    } else {
        raw.to_owned()
    };
    let url = match (unknown(&url), urls.base()) {
        // `{{baseUrl}}/users`: the variable is the base.
        (Some(rest), Some(base)) => {
            let slash = if rest.is_empty() || rest.starts_with(['/', '?', '#']) {
                ""
            } else {
                "/"
            };
            format!(
                "{}{slash}{rest}",
                base[..url::Position::AfterPath].trim_end_matches('/')
            )
        }
        // The variable is the host.
        (Some(_), None) => format!("//{url}"),
        (None, Some(base)) if url.starts_with('/') => base
            .join(&url)
            .map_or_else(|_| url.clone(), |url| url.as_str().to_owned()),
        (None, _) => url,
    };
    let body = request.get("body").and_then(body);
    let method = request.text_of("method");
    let body = body.as_deref();
    urls.request(
        &url,
        &RequestDetails {
            method,
            body,
            ..RequestDetails::default()
        },
    );
}

/// Returns the body of a request, by its mode.
fn body(body: &Subtree) -> Option<Cow<'_, str>> {
    let fields = |name: &str| {
        let mut form = FormFields::default();
        for field in body.items_of(name) {
            if !is_disabled(field) {
                let value = field.text_of("value").unwrap_or_default();
                form.add(field.text_of("key").unwrap_or_default(), value);
            }
        }
        Some(form.text.into())
    };
    match body.text_of("mode")? {
        "raw" => body.text_of("raw").map(Cow::from),
        "urlencoded" => fields("urlencoded"),
        "formdata" => fields("formdata"),
        "graphql" => {
            let graphql = body.get("graphql")?;
            // The operation name comes first, because a long query would push it past the limit.
            let mut members = serde_json::Map::new();
            for name in ["operationName", "query"] {
                if let Some(text) = graphql.text_of(name).filter(|text| !text.is_empty()) {
                    members.insert(name.to_owned(), text.into());
                }
            }
            (!members.is_empty()).then(|| serde_json::Value::from(members).to_string().into())
        }
        _ => None,
    }
}

fn is_disabled(parameter: &Subtree) -> bool {
    parameter.get("disabled").and_then(Subtree::text).is_some()
}

/// Returns the name of the variable whose braces are open, and the text after it.
fn named(text: &str) -> Option<(&str, &str)> {
    let end = memchr::memmem::find(&text.as_bytes()[..text.len().min(NAME)], b"}}")?;
    Some((&text[..end], &text[end + 2..]))
}

/// Returns the text after a variable without a value at the start of a URL.
fn unknown(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("{{")?;
    let end = rest.find("}}")?;
    // `{{protocol}}://{{host}}/x`.
    let rest = &rest[end + 2..];
    Some(
        rest.strip_prefix("://{{")
            .and_then(|host| host.split_once("}}"))
            .map_or(rest, |(_, rest)| rest),
    )
}

/// Joins a URL that is given by its parts only.
fn of_parts(url: &Subtree) -> String {
    let joined = |name: &str, between: &str| match url.get(name) {
        Some(Subtree::Text(text)) => text.to_string(),
        Some(Subtree::List(parts)) => {
            let text = |part: &Subtree| {
                part.text()
                    .or_else(|| part.text_of("value"))
                    .unwrap_or_default()
                    .to_owned()
            };
            parts
                .iter()
                .map(|part| text(part))
                .collect::<Vec<_>>()
                .join(between)
        }
        _ => String::new(),
    };
    let host = joined("host", ".");
    let path = joined("path", "/");
    let mut text = url
        .text_of("protocol")
        .map_or_else(String::new, |protocol| format!("{protocol}://"));
    text += &host;
    if let Some(port) = url.text_of("port") {
        text.extend([":", port]);
    }
    text.extend([if path.starts_with('/') { "" } else { "/" }, &path]);
    let mut sign = "?";
    for parameter in url.items_of("query") {
        if let Some(key) = parameter.text_of("key").filter(|_| !is_disabled(parameter)) {
            text.extend([
                sign,
                key,
                "=",
                parameter.text_of("value").unwrap_or_default(),
            ]);
            sign = "&";
        }
    }
    text
}

/// The variables of a collection and of the folders around a request.
#[derive(Default)]
struct Variables {
    values: HashMap<String, Vec<String>>,
}

impl Variables {
    /// Adds the variables of a folder, and returns their names.
    fn enter(&mut self, folder: &Subtree) -> Vec<String> {
        let mut names = Vec::new();
        for variable in folder.items_of("variable") {
            let name = variable.text_of("key").or_else(|| variable.text_of("id"));
            let Some(name) = name else {
                continue;
            };
            let value = variable.text_of("value").unwrap_or_default();
            if value.is_empty() || value.len() > VALUE {
                continue;
            }
            let values = self.values.entry(name.to_owned()).or_default();
            values.push(value.to_owned());
            names.push(name.to_owned());
        }
        names
    }

    /// Removes the variables of a folder that was entered.
    fn leave(&mut self, names: Vec<String>) {
        for name in names {
            if let Some(values) = self.values.get_mut(&name) {
                values.pop();
            }
        }
    }

    /// Returns a text with its variables replaced, as far as they have values.
    fn fill(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..ROUNDS {
            let limit = text.len().saturating_add(VALUE);
            let mut filled = String::with_capacity(text.len());
            let mut rest = &*text;
            let mut is_changed = false;
            while let Some((before, behind)) = rest.split_once("{{") {
                filled += before;
                let value = named(behind)
                    .and_then(|(name, behind)| {
                        Some((&**self.values.get(name.trim())?.last()?, behind))
                    })
                    .filter(|(value, _)| filled.len() + value.len() <= limit);
                is_changed |= value.is_some();
                let (value, behind) = value.unwrap_or(("{{", behind));
                filled += value;
                rest = behind;
            }
            filled += rest;
            text = filled;
            if !is_changed {
                break;
            }
        }
        text
    }
}
