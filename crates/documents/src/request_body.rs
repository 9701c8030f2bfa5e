//! The bodies of an operation, written as its requests send them: an object in JSON or a form, with
//! each field that its schema has, in the order of the alphabet.
//!
//! A field has the first of the values that are listed for it, or an empty one of its type. What a
//! field does may depend on its value, so there is a body for each of its other values.

use serde_json::{Map, Value};
use urlsift_extract::FormFields;

use crate::node::Subtree;
use crate::references::{MEMBERS, References, VALUES, member};

/// Maximum nesting of objects and lists in a body.
const DEPTH: usize = 8;

/// Maximum fields of a body. Schemas refer to each other, and a few can describe a body without
/// end.
const FIELDS: usize = 512;

/// The bodies of an operation.
#[derive(Debug, Default)]
pub(crate) struct RequestBodies(Vec<String>);

impl RequestBodies {
    /// Reads the bodies of an operation of a path.
    pub(crate) fn of<'r>(
        item: &'r Subtree,
        operation: Option<&'r Subtree>,
        references: &mut References<'r>,
    ) -> Self {
        let mut found = BodyReader {
            references,
            open: Vec::new(),
            left: FIELDS,
        };
        let body = operation.and_then(|operation| member(operation, "requestBody"));
        let fields = match body {
            Some(body) => found.of_content(body),
            None => found.of_parameters(item, operation),
        };
        fields.map(SchemaFields::bodies).unwrap_or_default()
    }

    /// Returns the body with all fields; `None` if the operation has none.
    pub(crate) fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    /// Returns the bodies with other values.
    pub(crate) fn others(&self) -> impl Iterator<Item = &str> {
        self.0.iter().skip(1).map(String::as_str)
    }
}

/// The fields of a body.
struct SchemaFields {
    is_form: bool,
    fields: Value,
    /// Other values of fields.
    others: Vec<OtherValue>,
}

/// A value of a field that is not its first one.
struct OtherValue {
    name: String,
    value: Value,
}

impl SchemaFields {
    /// Returns the body with all fields, and one for each other value.
    fn bodies(self) -> RequestBodies {
        let mut bodies = vec![self.written(&self.fields)];
        for OtherValue { name, value } in &self.others {
            let field = Map::from_iter([(name.clone(), value.clone())]);
            bodies.push(self.written(&Value::Object(field)));
        }
        bodies.retain(|body| !body.is_empty());
        RequestBodies(bodies)
    }

    /// Returns fields as text; empty if a form has none.
    fn written(&self, fields: &Value) -> String {
        if !self.is_form {
            return fields.to_string();
        }
        let mut form = FormFields::default();
        for (name, value) in fields.as_object().into_iter().flatten() {
            form.add(name, value.as_str().unwrap_or_default());
        }
        form.text
    }
}

/// A reader of the schemas of one body.
struct BodyReader<'f, 'r> {
    references: &'f mut References<'r>,
    /// The schemas around the one that is read.
    open: Vec<*const Subtree>,
    /// The fields that may still be added.
    left: usize,
}

impl<'r> BodyReader<'_, 'r> {
    /// Reads the body of `OpenAPI` 3: JSON rather than a form.
    fn of_content(&mut self, body: &'r Subtree) -> Option<SchemaFields> {
        let content = self.references.resolved(body).get("content")?;
        let media = content.members().iter().take(MEMBERS);
        let of = |kind: &str| media.clone().find(|(name, _)| name.contains(kind));
        let json = of("json").or_else(|| of("*/*"));
        let is_form = json.is_none();
        let (_, media) = json.or_else(|| of("form"))?;
        let schema = media.get("schema")?;
        self.of_schema(schema, is_form)
    }

    /// Reads the body of Swagger 2, which is a parameter, or several that are a form.
    fn of_parameters(
        &mut self,
        item: &'r Subtree,
        operation: Option<&'r Subtree>,
    ) -> Option<SchemaFields> {
        let mut form = Map::new();
        let mut others = Vec::new();
        for parameter in self.references.parameters(item, operation) {
            match parameter.text_of("in") {
                Some("body") => return self.of_schema(parameter.get("schema")?, false),
                Some("formData") => {
                    let name = parameter.text_of("name")?;
                    form.insert(name.to_owned(), self.value(parameter));
                    others.append(&mut other_values(name, parameter));
                }
                _ => {}
            }
        }
        (!form.is_empty()).then_some(SchemaFields {
            is_form: true,
            fields: Value::Object(form),
            others,
        })
    }

    /// Reads a schema of a whole body; `None` if it has no fields.
    fn of_schema(&mut self, schema: &'r Subtree, is_form: bool) -> Option<SchemaFields> {
        let fields = self.value(schema);
        if !matches!(fields, Value::Object(_) | Value::Array(_)) {
            return None;
        }
        let mut others = Vec::new();
        for (name, field) in self.references.resolved(schema).members_of("properties") {
            let field = self.references.resolved(field);
            others.append(&mut other_values(name, field));
        }
        Some(SchemaFields {
            is_form,
            fields,
            others,
        })
    }

    /// Returns a value that a schema allows.
    fn value(&mut self, schema: &'r Subtree) -> Value {
        let schema = self.references.resolved(schema);
        let place: *const Subtree = schema;
        if self.open.len() == DEPTH || self.open.contains(&place) {
            return Value::Null;
        }
        self.open.push(place);
        let mut fields = Map::new();
        self.add_fields(schema, &mut fields);
        let value = if !fields.is_empty() {
            Value::Object(fields)
        } else if let Some(items) = schema.get("items") {
            Value::Array(vec![self.value(items)])
        } else {
            simple_value(schema)
        };
        self.open.pop();
        value
    }

    /// Adds the fields of a schema, and those of the schemas that it is made of.
    fn add_fields(&mut self, schema: &'r Subtree, fields: &mut Map<String, Value>) {
        for (name, field) in schema.members_of("properties").iter().take(MEMBERS) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let value = self.value(field);
            fields.insert(name.to_string(), value);
        }
        for parts in ["allOf", "oneOf", "anyOf"] {
            for part in schema.items_of(parts).iter().take(MEMBERS) {
                if let Value::Object(of_part) = self.value(part) {
                    fields.extend(of_part);
                }
            }
        }
    }
}

/// Returns the value of a schema without fields: the first that it lists, or an empty one.
fn simple_value(schema: &Subtree) -> Value {
    if let Some(first) = schema.items_of("enum").first() {
        return first.text().unwrap_or_default().into();
    }
    match schema.text_of("type") {
        Some("integer" | "number") => 0.into(),
        Some("boolean") => true.into(),
        Some("array") => Value::Array(Vec::new()),
        Some("object") => Value::Object(Map::new()),
        _ => schema.text_of("const").unwrap_or_default().into(),
    }
}

/// Returns the values of a field after the first that is listed for it.
fn other_values(name: &str, field: &Subtree) -> Vec<OtherValue> {
    let mut others = Vec::new();
    for value in field.items_of("enum").iter().take(VALUES).skip(1) {
        if let Some(value) = value.text() {
            others.push(OtherValue {
                name: name.to_owned(),
                value: value.into(),
            });
        }
    }
    others
}
