//! An operation of a path: the parameters and bodies of its requests, and its responses.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use urlsift_core::Sift;
use urlsift_core::input::Field;
use urlsift_lists::Template;
use urlsift_lists::escapes::shown_text;

/// Statuses with their names.
const STATUSES: &str = "200 OK,201 Created,202 Accepted,204 No Content,301 Moved Permanently,302 Found,303 See Other,\
    304 Not Modified,307 Temporary Redirect,308 Permanent Redirect,400 Bad Request,401 Unauthorized,403 Forbidden,\
    404 Not Found,405 Method Not Allowed,409 Conflict,410 Gone,415 Unsupported Media Type,422 Unprocessable Content,\
    429 Too Many Requests,500 Internal Server Error,502 Bad Gateway,503 Service Unavailable,504 Gateway Timeout";

/// The media types of bodies.
const JSON: &str = "application/json";
const XML: &str = "application/xml";
const FORM: &str = "application/x-www-form-urlencoded";

/// The requests of one method.
#[derive(Default)]
pub(super) struct Operation {
    /// Whether a line names the method.
    pub is_known: bool,
    statuses: BTreeSet<u16>,
    /// The fields by their place: the media type of a body, or empty for the query.
    fields: BTreeMap<&'static str, BTreeMap<String, FieldFacts>>,
    /// The names of the fields of each set of requests, and whether these were done or refused.
    sets: Vec<(BTreeSet<String>, Option<bool>)>,
}

/// A field, as far as it is known.
#[derive(Default)]
struct FieldFacts {
    choices: BTreeSet<String>,
    values: Vec<String>,
}

impl Operation {
    /// Adds the requests of a template.
    pub(super) fn add(&mut self, template: &Template, sift: &Sift, is_known: bool) {
        let found = sift.scanner().view().fields.told(&template.kept).fields;
        let value = |field| {
            found
                .iter()
                .find(|it| it.field == field)
                .map(|it| &*it.value)
        };
        let url = String::from_utf8_lossy(value(Field::Url).unwrap_or_default()).into_owned();
        let query = url
            .split('#')
            .next()
            .and_then(|url| url.split_once('?'))
            .map_or("", |(_, query)| query);
        let of_query: BTreeSet<String> =
            (query.split('&').filter_map(|pair| pair.split('=').next()))
                .map(|name| percent_decode_str(name).decode_utf8_lossy().into_owned())
                .collect();
        let media = match value(Field::Body).map(<[u8]>::trim_ascii_start) {
            Some([b'{' | b'[', ..]) => JSON,
            Some([b'<', ..]) => XML,
            Some(_) => FORM,
            None => "",
        };
        let mut set = BTreeSet::new();
        for parameter in &template.parameters {
            let (key, choice) = parameter
                .name
                .split_once('=')
                .unwrap_or((&parameter.name, ""));
            if key == "{}" || key.is_empty() {
                continue;
            }
            // Clients escape it.
            let name = shown_text(key);
            let place = if of_query.contains(key) || of_query.contains(&name) {
                ""
            } else {
                media
            };
            let known = self
                .fields
                .entry(place)
                .or_default()
                .entry(name.clone())
                .or_default();
            if parameter.selects {
                known.choices.insert(choice.to_owned());
            }
            known.values.extend(parameter.values.iter().cloned());
            set.insert(name);
        }
        let statuses = || {
            template
                .statuses
                .iter()
                .map(|(status, _)| *status)
                .filter(|it| (100..600).contains(it))
        };
        let is_done = statuses().any(|status| status < 400);
        let is_refused = statuses().any(|status| status == 400 || status == 422);
        self.sets
            .push((set, (is_done != is_refused).then_some(is_done)));
        self.statuses.extend(statuses());
        self.is_known |= is_known;
    }

    /// Returns whether requests were done only with a field, and refused without it.
    fn needs(&self, name: &str) -> bool {
        let mut done = self
            .sets
            .iter()
            .filter(|(_, is_done)| *is_done == Some(true))
            .peekable();
        done.peek().is_some()
            && done.all(|(set, _)| set.contains(name))
            && self
                .sets
                .iter()
                .any(|(set, is_done)| *is_done == Some(false) && !set.contains(name))
    }

    /// Returns the operation as a description has it.
    pub(super) fn described(&self) -> Value {
        let mut operation = json!({"responses": {}});
        for status in &self.statuses {
            let code = status.to_string();
            let named = STATUSES
                .split(',')
                .find_map(|it| it.strip_prefix(&*code))
                .map_or("seen", str::trim_start);
            operation["responses"][code] = json!({"description": named});
        }
        if self.statuses.is_empty() {
            operation["responses"]["default"] = json!({"description": "not known"});
        }
        if !self.is_known {
            operation["description"] = "No line names the method: GET is assumed.".into();
        }
        for (media, fields) in &self.fields {
            if media.is_empty() {
                let parameter = |(name, known): (&String, &FieldFacts)| {
                    let needed = self.needs(name);
                    json!({"name": name, "in": "query", "required": needed, "schema": known.schema()})
                };
                operation["parameters"] = fields.iter().map(parameter).collect();
                continue;
            }
            let mut schema = json!({"type": "object"});
            for (name, known) in fields {
                let mut at = &mut schema;
                // Names of nested members are joined by dots.
                for part in name.split(|c| c == '.' && *media == JSON) {
                    at["type"] = "object".into();
                    at = &mut at["properties"][part];
                }
                *at = known.schema();
            }
            let needed: Vec<&String> = fields
                .keys()
                .filter(|name| self.needs(name) && !name.contains('.'))
                .collect();
            if !needed.is_empty() {
                schema["required"] = json!(needed);
            }
            operation["requestBody"]["content"][media] = json!({"schema": schema});
        }
        operation
    }
}

impl FieldFacts {
    fn schema(&self) -> Value {
        let is_number = |value: &String| {
            !value.is_empty() && value.len() < 10 && value.bytes().all(|byte| byte.is_ascii_digit())
        };
        match () {
            () if !self.choices.is_empty() && self.values.is_empty() => {
                json!({"type": "string", "enum": self.choices})
            }
            () if self.choices.is_empty()
                && !self.values.is_empty()
                && self.values.iter().all(is_number) =>
            {
                json!({"type": "integer"})
            }
            () => json!({"type": "string"}),
        }
    }
}
