//! The tree of a document, as far as URLs can be in it.

use std::fmt;
use std::rc::Rc;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Members that hold no URL of an endpoint and most of a document's bytes: pages, bodies, scripts,
/// schemas, texts. Their values are not kept.
const IGNORED: [&str; 15] = [
    "body",
    "cache",
    "content",
    "cookies",
    "definitions",
    "description",
    "event",
    "example",
    "examples",
    "headers",
    "parameters",
    "postData",
    "responses",
    "schemas",
    "timings",
];

/// A part of a document. Shared, because YAML can refer to a part again and again.
#[derive(Debug)]
pub(super) enum Node {
    /// A text or a number.
    Text(Box<str>),
    List(Vec<Rc<Node>>),
    /// Members in the order of the document.
    Map(Vec<(Box<str>, Rc<Node>)>),
    /// Anything else, and what is not kept.
    Other,
}

impl Node {
    /// Whether the value of a member is not kept.
    pub(super) fn is_ignored(name: &str) -> bool {
        IGNORED.binary_search(&name).is_ok()
    }

    /// The member of this name, if this is a map that has one.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.members().iter().find(|(member, _)| **member == *name).map(|(_, node)| &**node)
    }

    /// The members of a map.
    pub(super) fn members(&self) -> &[(Box<str>, Rc<Node>)] {
        if let Self::Map(members) = self { members } else { &[] }
    }

    /// The items of a list.
    pub(super) fn items(&self) -> &[Rc<Node>] {
        if let Self::List(items) = self { items } else { &[] }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The text of a member.
    pub(super) fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }
}

/// Reads a JSON document. Deeper nesting than 128 is an error.
pub(super) fn of_json(text: &str) -> Result<Node, String> {
    serde_json::from_str(text).map_err(|cause| cause.to_string())
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Builder)
    }
}

struct Builder;

impl<'de> Visitor<'de> for Builder {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Text(number.to_string().into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Text(number.to_string().into()))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_bool<E: Error>(self, is_true: bool) -> Result<Node, E> {
        Ok(if is_true { Node::Text("true".into()) } else { Node::Other })
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(Rc::new(item));
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if Node::is_ignored(&name) {
                map.next_value::<IgnoredAny>()?;
            } else {
                members.push((name.into(), Rc::new(map.next_value()?)));
            }
        }
        Ok(Node::Map(members))
    }
}
