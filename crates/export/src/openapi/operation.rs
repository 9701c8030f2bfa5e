//! An operation of a path: the parameters and bodies of its requests, and its responses.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use urlsift_core::input::{Field, FieldValues};
use urlsift_core::{Exchange, Sift, UrlPart};

use super::body::{self, Body, BodyField};
use super::value::{TextFacts, ValueFacts};

/// Statuses with their names.
const STATUSES: [(u16, &str); 24] = [
    (200, "OK"),
    (201, "Created"),
    (202, "Accepted"),
    (204, "No Content"),
    (301, "Moved Permanently"),
    (302, "Found"),
    (303, "See Other"),
    (304, "Not Modified"),
    (307, "Temporary Redirect"),
    (308, "Permanent Redirect"),
    (400, "Bad Request"),
    (401, "Unauthorized"),
    (403, "Forbidden"),
    (404, "Not Found"),
    (405, "Method Not Allowed"),
    (409, "Conflict"),
    (410, "Gone"),
    (415, "Unsupported Media Type"),
    (422, "Unprocessable Content"),
    (429, "Too Many Requests"),
    (500, "Internal Server Error"),
    (502, "Bad Gateway"),
    (503, "Service Unavailable"),
    (504, "Gateway Timeout"),
];

/// What a line says of its request.
#[derive(Debug, Default)]
pub(super) struct LineRequest {
    pub exchange: Exchange,
    query: String,
    body: Vec<u8>,
}

impl LineRequest {
    pub(super) fn of(sift: &Sift, line: &[u8]) -> Self {
        let scanner = sift.scanner();
        let mut values = FieldValues::default();
        let fields = [Field::Url, Field::Body];
        let exchange = scanner.exchange_with(line, &fields, &mut values);
        let mut url = values.get(3, line).unwrap_or(line);
        let mut text = Vec::new();
        // A line of text is its URL, with more around it.
        if url.len() + 1 >= line.len() {
            scanner.append_part(line, UrlPart::Url, &mut text);
            url = &text;
        }
        let url = String::from_utf8_lossy(url);
        let url = url.split('#').next().unwrap_or_default();
        let (_, query) = url.split_once('?').unwrap_or_default();
        Self {
            exchange: exchange.unwrap_or_default(),
            query: query.to_owned(),
            body: values.get(4, line).unwrap_or_default().to_vec(),
        }
    }
}

/// The requests of one method.
#[derive(Debug, Default)]
pub(super) struct Operation {
    /// Whether a line names the method.
    pub is_known: bool,
    statuses: BTreeSet<u16>,
    query: FormFacts,
    /// The bodies by their media type.
    bodies: BTreeMap<&'static str, BodyFacts>,
}

/// The parameters that are compared, and whether their values select what is done.
pub(super) type KnownNames = BTreeMap<String, bool>;

/// What the bodies of a media type have.
#[derive(Debug, Default)]
struct BodyFacts {
    json: ValueFacts,
    /// The first character of JSON that is cut off.
    cut: Option<char>,
    form: FormFacts,
}

/// The fields of queries or forms.
#[derive(Debug, Default)]
struct FormFacts {
    fields: BTreeMap<String, FieldFacts>,
    presence: Presence,
}

/// A field of queries or forms.
#[derive(Debug, Default)]
struct FieldFacts {
    texts: TextFacts,
    selects: bool,
    is_file: bool,
    /// Whether a request has it more than once.
    is_repeated: bool,
}

/// How many requests were done and refused, in all and with each name.
#[derive(Debug, Default)]
struct Presence {
    all: Outcomes,
    with: BTreeMap<String, Outcomes>,
}

#[derive(Debug, Default)]
struct Outcomes {
    done: u64,
    refused: u64,
}

impl Outcomes {
    fn note(&mut self, status: Option<u16>) {
        match status {
            Some(400 | 422) => self.refused += 1,
            Some(100..400) => self.done += 1,
            _ => {}
        }
    }
}

impl Presence {
    fn note<'n>(&mut self, names: impl IntoIterator<Item = &'n str>, status: Option<u16>) {
        self.all.note(status);
        for name in names {
            if !self.with.contains_key(name) {
                self.with.insert(name.to_owned(), Outcomes::default());
            }
            if let Some(outcomes) = self.with.get_mut(name) {
                outcomes.note(status);
            }
        }
    }

    /// Returns whether requests were done only with a name, and refused without it.
    fn needs(&self, name: &str) -> bool {
        let Some(with) = self.with.get(name) else {
            return false;
        };
        let is_always_done_with = with.done > 0 && with.done == self.all.done;
        is_always_done_with && with.refused < self.all.refused
    }

    fn needed(&self) -> Vec<&String> {
        let mut needed: Vec<&String> = self.with.keys().collect();
        needed.retain(|name| self.needs(name));
        needed
    }
}

impl Operation {
    /// Adds the request of a line.
    pub(super) fn add(&mut self, request: &LineRequest, known: &KnownNames) {
        let exchange = &request.exchange;
        self.is_known |= exchange.method.is_some();
        let status = exchange.status.filter(|status| (100..600).contains(status));
        self.statuses.extend(status);
        let mut pairs = body::pairs(&request.query);
        pairs.retain(|pair| known.contains_key(&pair.name));
        self.query.note(&pairs, known, status);
        if let Some(body) = Body::of(&request.body) {
            let facts = self.bodies.entry(body.media_type()).or_default();
            facts.note(body, known, status);
        }
    }

    /// Returns the operation as a description has it.
    pub(super) fn described(&self) -> Value {
        let mut operation = json!({"responses": {}});
        for status in &self.statuses {
            let mut description = "seen";
            for (code, name) in STATUSES {
                if code == *status {
                    description = name;
                }
            }
            operation["responses"][status.to_string()] = json!({"description": description});
        }
        if self.statuses.is_empty() {
            operation["responses"]["default"] = json!({"description": "not known"});
        }
        if !self.is_known {
            operation["description"] = "No line names the method: GET is assumed.".into();
        }
        let mut parameters = Vec::new();
        for (name, field) in &self.query.fields {
            parameters.push(json!({
                "name": name,
                "in": "query",
                "required": self.query.presence.needs(name),
                "schema": field.schema(),
            }));
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        for (media_type, facts) in &self.bodies {
            operation["requestBody"]["content"][media_type] = facts.described(media_type);
        }
        operation
    }
}

impl BodyFacts {
    fn note(&mut self, body: Body, known: &KnownNames, status: Option<u16>) {
        match body {
            Body::Json(value) => {
                let members = value.as_object().into_iter().flatten();
                let names = members.map(|(name, _)| name.as_str());
                self.form.presence.note(names, status);
                self.json.note(&value);
            }
            Body::CutJson(first) => self.cut = Some(first),
            Body::Form(fields) | Body::Multipart(fields) => {
                self.form.note(&fields, known, status);
            }
            Body::Other(_) => {}
        }
    }

    /// Returns what a description says of the media type.
    fn described(&self, media_type: &str) -> Value {
        let mut schema = match media_type {
            "application/json" => self.json.schema(),
            "text/plain" | "application/graphql" => json!({"type": "string"}),
            "application/xml" | "application/x-ndjson" => return json!({}),
            _ => {
                let mut properties = Map::new();
                for (name, field) in &self.form.fields {
                    let schema = match media_type {
                        "multipart/form-data" => field.schema_of_part(),
                        _ => field.schema(),
                    };
                    properties.insert(name.clone(), schema);
                }
                json!({"type": "object", "properties": properties})
            }
        };
        match self.cut {
            // The rest of these bodies may be anything.
            Some('{') if schema == json!({}) => schema = json!({"type": "object"}),
            Some('[') if schema == json!({}) => schema = json!({"type": "array"}),
            _ => {}
        }
        let needed = self.form.presence.needed();
        if !needed.is_empty() && schema["type"] == "object" {
            schema["required"] = json!(needed);
        }
        json!({"schema": schema})
    }
}

impl FormFacts {
    fn note(&mut self, fields: &[BodyField], known: &KnownNames, status: Option<u16>) {
        let mut names = BTreeSet::new();
        for field in fields {
            let facts = self.fields.entry(field.name.clone()).or_default();
            facts.is_repeated |= !names.insert(field.name.as_str());
            facts.selects |= known.get(&field.name).is_some_and(|selects| *selects);
            match &field.value {
                Some(value) => facts.texts.note(value),
                None => facts.is_file = true,
            }
        }
        self.presence.note(names, status);
    }
}

impl FieldFacts {
    /// Returns the schema of a field whose text stands for a value.
    fn schema(&self) -> Value {
        self.of_all(self.texts.schema_of_values(self.selects))
    }

    /// Returns the schema of a part, which is a text or a file.
    fn schema_of_part(&self) -> Value {
        if self.is_file {
            let file = "application/octet-stream";
            return self.of_all(json!({"type": "string", "contentMediaType": file}));
        }
        self.of_all(self.texts.schema())
    }

    fn of_all(&self, schema: Value) -> Value {
        if self.is_repeated {
            return json!({"type": "array", "items": schema});
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_needed_if_requests_were_done_with_it_and_refused_without() {
        let done = Some(200);
        let refused = Some(422);
        for (requests, is_needed) in [
            (vec![("a", done), ("b", refused)], true),
            (vec![("a", done), ("a", refused)], false),
            (vec![("a", done), ("b", done), ("b", refused)], false),
            (vec![("a", done)], false),
            (vec![("b", refused)], false),
            (vec![("a", done), ("b", None)], false),
        ] {
            let mut presence = Presence::default();
            for (name, status) in &requests {
                presence.note([*name], *status);
            }
            assert_eq!(presence.needs("a"), is_needed, "{requests:?}");
        }
    }
}
