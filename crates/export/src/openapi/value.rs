//! The values of fields and bodies, and the schema that all of them fit.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// The most words of a closed set.
const CHOICES: usize = 12;

/// How often each word of a closed set came, and all of them together.
const TIMES: u64 = 5;
const ALL_TIMES: u64 = 20;

/// The longest word, in bytes.
const WORD: usize = 40;

/// The most names of an object that are described: with more, its names are values.
const NAMES: usize = 100;

/// The deepest value that is described.
const DEPTH: usize = 20;

/// The texts of a field.
#[derive(Debug, Default)]
pub(super) struct TextFacts {
    /// Lines by word, while all texts are few words.
    words: BTreeMap<String, u64>,
    is_open: bool,
    kind: Option<TextKind>,
}

/// What all texts of a field stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextKind {
    Boolean,
    Integer,
    Number,
    Text,
}

impl TextKind {
    fn of(text: &str) -> Self {
        if is_integer(text) {
            Self::Integer
        } else if is_decimal(text) {
            Self::Number
        } else if matches!(text, "true" | "false") {
            Self::Boolean
        } else {
            Self::Text
        }
    }

    /// Returns what texts of both kinds stand for.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Integer, Self::Number) | (Self::Number, Self::Integer) => Self::Number,
            _ => Self::Text,
        }
    }
}

impl TextFacts {
    pub(super) fn note(&mut self, text: &str) {
        let kind = TextKind::of(text);
        self.kind = Some(self.kind.map_or(kind, |known| known.joined(kind)));
        if self.is_open {
            return;
        }
        if is_word(text) {
            *self.words.entry(text.to_owned()).or_default() += 1;
        } else {
            self.is_open = true;
        }
        if self.words.len() > CHOICES {
            self.is_open = true;
        }
        if self.is_open {
            self.words = BTreeMap::new();
        }
    }

    /// Returns the schema of texts: of a closed set if each of several words came often, and no
    /// other text.
    pub(super) fn schema(&self) -> Value {
        let often = self.words.values().all(|times| *times >= TIMES);
        let times: u64 = self.words.values().sum();
        if often && self.words.len() > 1 && times >= ALL_TIMES {
            let words: Vec<&String> = self.words.keys().collect();
            return json!({"type": "string", "enum": words});
        }
        json!({"type": "string"})
    }

    /// Returns the schema of texts that stand for values, as in a query. `examples` are wanted of
    /// words that select what is done.
    pub(super) fn schema_of_values(&self, selects: bool) -> Value {
        match self.kind {
            Some(TextKind::Boolean) => return json!({"type": "boolean"}),
            Some(TextKind::Integer) => return json!({"type": "integer"}),
            Some(TextKind::Number) => return json!({"type": "number"}),
            _ => {}
        }
        let mut schema = self.schema();
        if selects && !self.words.is_empty() && schema.get("enum").is_none() {
            let words: Vec<&String> = self.words.keys().collect();
            schema["examples"] = json!(words);
        }
        schema
    }
}

/// Returns whether a text is a word as programs name choices: no sentence, document or number.
fn is_word(text: &str) -> bool {
    let is_mark = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte);
    let has_letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    has_letter && text.len() <= WORD && text.bytes().all(is_mark)
}

/// Returns whether a text is a number that any integer type holds. Others, such as 007, are codes.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = (1..10).contains(&digits.len()) && !digits.starts_with('0');
    text == "0" || (is_number && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let Some((whole, fraction)) = digits.split_once('.') else {
        return false;
    };
    let is_fraction = (1..16).contains(&fraction.len());
    is_integer(whole) && is_fraction && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

/// The JSON values at one place of bodies.
#[derive(Debug, Default)]
pub(super) struct ValueFacts {
    /// The names of their types.
    types: BTreeSet<&'static str>,
    texts: TextFacts,
    items: Option<Box<Self>>,
    members: Option<MemberFacts>,
    is_too_deep: bool,
}

/// The members of objects.
#[derive(Debug, Default)]
struct MemberFacts {
    by_name: BTreeMap<String, ValueFacts>,
    /// Whether names are values, so that none are described.
    is_map: bool,
    /// Whether a document of GraphQL is among them.
    is_graphql: bool,
}

impl ValueFacts {
    pub(super) fn note(&mut self, value: &Value) {
        self.note_at(value, 0);
    }

    fn note_at(&mut self, value: &Value, depth: usize) {
        if depth == DEPTH {
            self.is_too_deep = true;
            return;
        }
        self.types.insert(match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        });
        match value {
            Value::String(text) => self.texts.note(text),
            Value::Array(items) => {
                let facts = self.items.get_or_insert_default();
                for item in items {
                    facts.note_at(item, depth + 1);
                }
            }
            Value::Object(members) => {
                let facts = self.members.get_or_insert_default();
                facts.note(members, depth + 1);
            }
            _ => {}
        }
    }

    /// Returns the schema that all values fit.
    pub(super) fn schema(&self) -> Value {
        if self.is_too_deep || self.types.is_empty() {
            return json!({});
        }
        let mut schema = if self.types.iter().eq(["string"].iter()) {
            self.texts.schema()
        } else {
            of_types(&self.types)
        };
        if let Some(items) = &self.items {
            schema["items"] = items.schema();
        }
        if let Some(members) = &self.members {
            let properties = members.properties();
            if !properties.is_empty() {
                schema["properties"] = properties.into();
            }
        }
        schema
    }
}

impl MemberFacts {
    fn note(&mut self, members: &Map<String, Value>, depth: usize) {
        if let Some(Value::String(text)) = members.get("query") {
            self.is_graphql |= is_graphql(text);
        }
        for (name, value) in members {
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            self.is_map |= is_number && !name.is_empty();
            if self.is_map {
                break;
            }
            let facts = self.by_name.entry(name.clone()).or_default();
            facts.note_at(value, depth);
            self.is_map = self.by_name.len() > NAMES;
        }
        if self.is_map {
            self.by_name = BTreeMap::new();
        }
    }

    fn properties(&self) -> Map<String, Value> {
        let mut properties = Map::new();
        for (name, facts) in &self.by_name {
            properties.insert(name.clone(), facts.schema());
        }
        if self.is_graphql {
            // Each operation has variables of its own.
            for (name, known) in [
                ("query", &["string"][..]),
                ("operationName", &["string", "null"]),
                ("variables", &["object", "null"]),
            ] {
                let mut types: BTreeSet<&'static str> = known.iter().copied().collect();
                if let Some(facts) = self.by_name.get(name) {
                    types.extend(&facts.types);
                }
                properties.insert(name.to_owned(), of_types(&types));
            }
        }
        properties
    }
}

/// Returns the schema of one or several types.
fn of_types(types: &BTreeSet<&'static str>) -> Value {
    let mut names: Vec<&str> = types.iter().copied().collect();
    // An integer is a number.
    names.retain(|name| *name != "integer" || !types.contains("number"));
    match &*names {
        [one] => json!({"type": one}),
        several => json!({"type": several}),
    }
}

/// Returns whether a text is a document of GraphQL, as far as its first word and braces tell.
pub(super) fn is_graphql(text: &str) -> bool {
    const WORDS: [&str; 4] = ["query", "mutation", "subscription", "fragment"];
    let text = text.trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = text.split(|c| !is_name(c)).next().unwrap_or_default();
    let begins = first.is_empty() && text.starts_with(['{', '#']);
    (begins || WORDS.contains(&first)) && text.contains('{') && text.contains('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(bodies: &[Value]) -> Value {
        let mut facts = ValueFacts::default();
        for body in bodies {
            facts.note(body);
        }
        facts.schema()
    }

    #[test]
    fn values_have_the_types_that_were_seen() {
        for (bodies, wanted) in [
            (vec![json!(null)], json!({"type": "null"})),
            (vec![json!(1), json!(1.5)], json!({"type": "number"})),
            (vec![json!("1")], json!({"type": "string"})),
            (
                vec![json!("a"), json!(null)],
                json!({"type": ["null", "string"]}),
            ),
            (vec![json!([])], json!({"type": "array", "items": {}})),
            (
                vec![json!([1]), json!([true, "a"])],
                json!({"type": "array", "items": {"type": ["boolean", "integer", "string"]}}),
            ),
            (
                vec![json!({"a": {"b": 1}}), json!({"a": null})],
                json!({"type": "object", "properties": {"a": {
                    "type": ["null", "object"], "properties": {"b": {"type": "integer"}}}}}),
            ),
            (vec![json!({"17": 1.5, "x": 2})], json!({"type": "object"})),
        ] {
            assert_eq!(schema(&bodies), wanted, "{bodies:?}");
        }
        let mut nested = json!(1);
        let mut wanted = json!({});
        for _ in 0..DEPTH {
            nested = json!([nested]);
            wanted = json!({"type": "array", "items": wanted});
        }
        assert_eq!(schema(&[nested]), wanted, "what is deeper may be anything");
    }

    #[test]
    fn few_words_that_came_often_are_a_closed_set() {
        let set = |words: &[(&str, usize)]| {
            let mut bodies = Vec::new();
            for (word, times) in words {
                bodies.extend((0..*times).map(|_| json!(word)));
            }
            schema(&bodies)["enum"].clone()
        };
        assert_eq!(
            set(&[("open", 15), ("closed", 5)]),
            json!(["closed", "open"])
        );
        assert_eq!(set(&[("open", 40), ("closed", 4)]), Value::Null);
        assert_eq!(set(&[("open", 40)]), Value::Null);
        assert_eq!(set(&[("open", 9), ("closed", 9)]), Value::Null);
        assert_eq!(set(&[("{ a }", 20), ("{ b }", 20)]), Value::Null);
        assert_eq!(set(&[("17", 20), ("18", 20)]), Value::Null);
        assert_eq!(set(&[("a b", 20), ("b", 20)]), Value::Null);
        let many: Vec<String> = (0..13).map(|at| format!("w{at}")).collect();
        let many: Vec<(&str, usize)> = many.iter().map(|word| (&**word, 9)).collect();
        assert_eq!(set(&many), Value::Null);
    }

    #[test]
    fn texts_of_a_query_have_the_type_of_all_of_them() {
        for (texts, wanted) in [
            (&["7", "-17", "0"][..], "integer"),
            (&["7", "1.5"], "number"),
            (&["true", "false"], "boolean"),
            (&["007"], "string"),
            (&["1234567890"], "string"),
            (&["7", ""], "string"),
            (&["true", "7"], "string"),
        ] {
            let mut facts = TextFacts::default();
            for text in texts {
                facts.note(text);
            }
            assert_eq!(facts.schema_of_values(false)["type"], wanted, "{texts:?}");
        }
        let mut facts = TextFacts::default();
        facts.note("edit");
        let wanted = json!({"type": "string", "examples": ["edit"]});
        assert_eq!(facts.schema_of_values(true), wanted);
    }

    /// Operations of a query language are one body, whatever their names.
    #[test]
    fn graphql_has_its_three_members() {
        let body = json!({"query": "query A($id: ID!) { a(id: $id) }", "variables": {"id": 7}});
        let wanted = json!({"type": "object", "properties": {
            "query": {"type": "string"},
            "operationName": {"type": ["null", "string"]},
            "variables": {"type": ["null", "object"]},
        }});
        assert_eq!(schema(&[body]), wanted);
        for (text, is_one) in [
            ("{ me { id } }", true),
            ("mutation($a: Int) { b }", true),
            ("# all\nquery A { b }", true),
            ("query", false),
            ("up{job=\"api\"}", false),
            ("select * from a", false),
        ] {
            assert_eq!(is_graphql(text), is_one, "{text}");
        }
    }
}
