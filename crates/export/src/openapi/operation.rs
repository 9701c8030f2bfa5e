//! An operation of a path: the parameters and bodies of its requests, and its responses.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use urlsift_core::Sift;
use urlsift_core::input::Field;
use urlsift_lists::Template;
use urlsift_lists::escapes::shown_text;

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
            let told = found.iter().find(|told| told.field == field)?;
            Some(&*told.value)
        };
        let url = String::from_utf8_lossy(value(Field::Url).unwrap_or_default());
        let url = url.split('#').next().unwrap_or_default();
        let (_, query) = url.split_once('?').unwrap_or_default();
        let mut of_query = BTreeSet::new();
        for pair in query.split('&') {
            let name = pair.split('=').next().unwrap_or_default();
            let name = percent_decode_str(name).decode_utf8_lossy();
            of_query.insert(name.into_owned());
        }
        let media = match value(Field::Body).map(<[u8]>::trim_ascii_start) {
            Some([b'{' | b'[', ..]) => JSON,
            Some([b'<', ..]) => XML,
            Some(_) => FORM,
            None => "",
        };
        let mut set = BTreeSet::new();
        for parameter in &template.parameters {
            let name = parameter.name.as_str();
            let (key, choice) = name.split_once('=').unwrap_or((name, ""));
            if key == "{}" || key.is_empty() {
                continue;
            }
            // Clients escape it.
            let name = shown_text(key);
            let is_of_query = of_query.contains(key) || of_query.contains(&name);
            let place = if is_of_query { "" } else { media };
            let fields = self.fields.entry(place).or_default();
            let known = fields.entry(name.clone()).or_default();
            if parameter.selects {
                known.choices.insert(choice.to_owned());
            }
            known.values.extend(parameter.values.iter().cloned());
            set.insert(name);
        }
        let mut is_done = false;
        let mut is_refused = false;
        for (&status, _) in template.statuses.iter() {
            if (100..600).contains(&status) {
                is_done |= status < 400;
                is_refused |= status == 400 || status == 422;
                self.statuses.insert(status);
            }
        }
        let is_done = (is_done != is_refused).then_some(is_done);
        self.sets.push((set, is_done));
        self.is_known |= is_known;
    }

    /// Returns whether requests were done only with a field, and refused without it.
    fn needs(&self, name: &str) -> bool {
        let mut is_done_with = false;
        let mut is_refused_without = false;
        for (set, is_done) in &self.sets {
            match (is_done, set.contains(name)) {
                (Some(true), true) => is_done_with = true,
                (Some(true), false) => return false,
                (Some(false), false) => is_refused_without = true,
                _ => {}
            }
        }
        is_done_with && is_refused_without
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
        for (media, fields) in &self.fields {
            if media.is_empty() {
                let mut parameters = Vec::new();
                for (name, known) in fields {
                    parameters.push(json!({
                        "name": name,
                        "in": "query",
                        "required": self.needs(name),
                        "schema": known.schema(),
                    }));
                }
                operation["parameters"] = parameters.into();
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
            let mut needed = Vec::new();
            for name in fields.keys() {
                if !name.contains('.') && self.needs(name) {
                    needed.push(name);
                }
            }
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
        if !self.choices.is_empty() && self.values.is_empty() {
            return json!({"type": "string", "enum": self.choices});
        }
        let mut is_text = self.values.is_empty() || !self.choices.is_empty();
        for value in &self.values {
            is_text |= !is_number(value);
        }
        if is_text {
            return json!({"type": "string"});
        }
        json!({"type": "integer"})
    }
}

/// Returns whether a value is a number that any integer type holds.
fn is_number(value: &str) -> bool {
    (1..10).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str], is_done: Option<bool>) -> (BTreeSet<String>, Option<bool>) {
        let names = names.iter().map(|name| (*name).to_owned());
        (names.collect(), is_done)
    }

    #[test]
    fn a_field_is_needed_if_requests_were_done_with_it_and_refused_without() {
        let done = Some(true);
        let refused = Some(false);
        for (sets, is_needed) in [
            (vec![set(&["a"], done), set(&["b"], refused)], true),
            (vec![set(&["a"], done), set(&["a"], refused)], false),
            (vec![set(&["a"], done), set(&["b"], done)], false),
            (vec![set(&["a"], done)], false),
            (vec![set(&[], refused)], false),
            (vec![set(&["a"], done), set(&[], None)], false),
        ] {
            let operation = Operation {
                sets,
                ..Operation::default()
            };
            assert_eq!(operation.needs("a"), is_needed, "{:?}", operation.sets);
        }
    }

    #[test]
    fn values_and_choices_give_the_type_of_a_field() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let integer = json!({"type": "integer"});
        let string = json!({"type": "string"});
        let choice = json!({"type": "string", "enum": ["edit"]});
        for (choices, values, wanted) in [
            (vec![], vec!["7", "17"], &integer),
            (vec![], vec!["7", "x"], &string),
            (vec![], vec!["7", ""], &string),
            (vec![], vec!["1234567890"], &string),
            (vec![], vec![], &string),
            (vec!["edit"], vec![], &choice),
            (vec!["edit"], vec!["7"], &string),
        ] {
            let facts = FieldFacts {
                choices: choices.iter().map(|text| (*text).to_owned()).collect(),
                values: texts(&values),
            };
            assert_eq!(facts.schema(), *wanted, "{choices:?} {values:?}");
        }
    }
}
