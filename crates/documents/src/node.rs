//! The tree of a document, without the parts that cannot have URLs.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Members whose values are skipped: they tell nothing of an endpoint and take most of a document's
/// bytes.
#[derive(Clone, Copy)]
pub(crate) enum SkippedMembers {
    /// Of an API description: texts and answers. Their names stay, because a field may have such a
    /// name.
    OfDescription,
    /// Of other documents: pages, scripts, texts.
    OfRecording,
}

impl SkippedMembers {
    /// Returns whether the value of a member is skipped.
    pub(crate) fn has(self, name: &str) -> bool {
        let names: &[&str] = match self {
            Self::OfDescription => &["description", "example", "examples", "headers", "responses"],
            Self::OfRecording => &[
                "cache",
                "content",
                "cookies",
                "definitions",
                "description",
                "event",
                "example",
                "examples",
                "headers",
                "responses",
                "schemas",
                "timings",
            ],
        };
        names.binary_search(&name).is_ok()
    }

    /// Returns whether the name of a skipped value stays.
    pub(crate) fn leaves_name(self) -> bool {
        matches!(self, Self::OfDescription)
    }
}

/// The most parts of a document that are held: a part of a few bytes takes some eighty.
pub(crate) const PARTS: usize = 2 << 20;

/// The number of parts that a document may still have.
pub(crate) struct PartsLeft(Cell<usize>);

impl PartsLeft {
    pub(crate) fn new() -> Self {
        Self(Cell::new(PARTS))
    }

    /// Counts one part.
    pub(crate) fn take(&self) -> Result<(), String> {
        let left = self.0.get();
        if left == 0 {
            return Err(format!("more than {PARTS} parts"));
        }
        self.0.set(left - 1);
        Ok(())
    }
}

/// A part of a document. Shared, because YAML can refer to a part repeatedly.
#[derive(Debug)]
pub(crate) enum Subtree {
    /// A text or a number.
    Text(Box<str>),
    List(Vec<Rc<Subtree>>),
    /// Members in the order of the document.
    Map(Vec<(Box<str>, Rc<Subtree>)>),
    /// Anything else, and skipped values.
    Other,
}

impl Subtree {
    /// Returns the member of this name, if this is a map that has one.
    pub(crate) fn get(&self, name: &str) -> Option<&Subtree> {
        let mut members = self.members().iter().rev();
        let (_, node) = members.find(|(member, _)| **member == *name)?;
        Some(node)
    }

    /// Returns the members of a map.
    pub(crate) fn members(&self) -> &[(Box<str>, Rc<Subtree>)] {
        if let Self::Map(members) = self {
            members
        } else {
            &[]
        }
    }

    /// Returns the items of a list.
    pub(crate) fn items(&self) -> &[Rc<Subtree>] {
        if let Self::List(items) = self {
            items
        } else {
            &[]
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self {
            Some(text)
        } else {
            None
        }
    }

    pub(crate) fn members_of(&self, name: &str) -> &[(Box<str>, Rc<Subtree>)] {
        self.get(name).map(Self::members).unwrap_or_default()
    }

    pub(crate) fn items_of(&self, name: &str) -> &[Rc<Subtree>] {
        self.get(name).map(Self::items).unwrap_or_default()
    }

    /// Returns the text of a member.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }
}

/// Reads a JSON document. Deeper nesting than 128 is an error.
pub(crate) fn of_json(text: &str, skipped: SkippedMembers) -> Result<Subtree, String> {
    let mut root = read_json(text, skipped);
    if root.is_err()
        && let Some(text) = whole_characters(text)
    {
        root = read_json(&text, skipped);
    }
    root.map_err(|cause| cause.to_string())
}

fn read_json(text: &str, skipped: SkippedMembers) -> serde_json::Result<Subtree> {
    let mut json = serde_json::Deserializer::from_str(text);
    let visitor = NodeVisitor {
        left: &PartsLeft::new(),
        skipped,
    };
    let root = visitor.deserialize(&mut json)?;
    json.end()?;
    Ok(root)
}

/// Replaces escaped halves of characters with `U+FFFD`: recorded bodies contain binary data.
/// Returns `None` if there are none.
fn whole_characters(text: &str) -> Option<String> {
    let mut whole = String::new();
    let mut from = 0;
    let mut at = 0;
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    while let Some(length) = memchr::memchr(b'\\', &text.as_bytes()[at..]) {
        at += length;
        at += match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                whole += &text[from..at];
                whole += "\\uFFFD";
                from = at + 6;
                6
            }
            Some(_) => 6,
            None => 2,
        };
        at = at.min(text.len());
    }
    whole += &text[from..];
    (from > 0).then_some(whole)
}

impl<'de> DeserializeSeed<'de> for NodeVisitor<'_> {
    type Value = Subtree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Subtree, D::Error> {
        self.left.take().map_err(D::Error::custom)?;
        deserializer.deserialize_any(self)
    }
}

#[derive(Clone, Copy)]
struct NodeVisitor<'l> {
    left: &'l PartsLeft,
    skipped: SkippedMembers,
}

impl<'de> Visitor<'de> for NodeVisitor<'_> {
    type Value = Subtree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Subtree, E> {
        Ok(Subtree::Text(text.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Subtree, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Subtree, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Subtree, E> {
        Ok(Subtree::Other)
    }

    fn visit_bool<E: Error>(self, is_true: bool) -> Result<Subtree, E> {
        if is_true {
            self.visit_str("true")
        } else {
            Ok(Subtree::Other)
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Subtree, E> {
        Ok(Subtree::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Subtree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self)? {
            items.push(Rc::new(item));
        }
        Ok(Subtree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Subtree, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if self.skipped.has(&name) {
                map.next_value::<IgnoredAny>()?;
                if self.skipped.leaves_name() {
                    self.left.take().map_err(A::Error::custom)?;
                    members.push((name.into(), Rc::new(Subtree::Other)));
                }
            } else {
                let value = match map.next_value_seed(self)? {
                    // This is the body of an answer; the body of a request has parts.
                    Subtree::Text(_) if name == "body" => Subtree::Other,
                    value => value,
                };
                members.push((name.into(), Rc::new(value)));
            }
        }
        Ok(Subtree::Map(members))
    }
}
