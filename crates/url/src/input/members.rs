//! Finds the members of a JSON object whose names say which field they hold, in one walk and at any
//! depth. Strings and braces are skipped, nothing is copied or built.
//!
//! An object is one line of JSON. A truncated record still has the members before the cut.

use super::field_names::NameCandidate;
use super::field_role::FieldRole;
use super::found_roles::FoundRoles;
use super::found_url::UrlForm;
use super::json_value::JsonValue;
use super::met_names::{MetNames, NameNumber};
use super::method;
use crate::json::{Cursor, Member};

/// Maximum depth of members that are looked at.
const DEEPEST: usize = 12;

/// Names of the members of a pair in a list: `{"name": "Host", "value": "a.example"}`.
const PAIR_NAMES: [&[u8]; 4] = [b"name", b"key", b"header", b"field"];
const PAIR_VALUES: [&[u8]; 2] = [b"value", b"values"];

/// Finds the best members of an object.
pub(super) fn found(object: &[u8]) -> FoundRoles<'_> {
    MetNames::with(|names| walk(object, names))
}

/// Returns the name of a value with those above it, joined by dots. `choose` returns its number.
pub(super) fn origin(
    object: &[u8],
    choose: impl FnOnce(&FoundRoles<'_>) -> Option<NameNumber>,
) -> Option<String> {
    MetNames::with(|names| {
        let found = walk(object, names);
        let name = choose(&found)?;
        Some(names.path(name))
    })
}

fn walk<'j>(object: &'j [u8], names: &mut MetNames) -> FoundRoles<'j> {
    let mut walk = RoleWalk {
        cursor: Cursor::new(object),
        names,
        found: FoundRoles::new(),
        depth: 0,
    };
    walk.cursor.blanks();
    if walk.cursor.byte() == Some(b'{') {
        walk.object(MetNames::ROOT);
    }
    walk.drop_other_query();
    walk.found
}

/// A walk over the bytes of an object.
struct RoleWalk<'j, 'n> {
    cursor: Cursor<'j>,
    names: &'n mut MetNames,
    found: FoundRoles<'j>,
    depth: usize,
}

impl<'j> RoleWalk<'j, '_> {
    /// Reads the members after `{`. `None` ends the walk: the bytes end, or are not JSON.
    fn object(&mut self, above: NameNumber) -> Option<()> {
        self.names.begin(above);
        while let Member::Name(text) = self.cursor.member()? {
            let name = self.names.find(above, text);
            self.value(name)?;
        }
        Some(())
    }

    /// Reads the value of a name.
    fn value(&mut self, name: NameNumber) -> Option<()> {
        let start = self.cursor.at;
        match self.cursor.peek()? {
            b'"' => {
                self.cursor.at += 1;
                let text = self.cursor.string()?;
                self.offer(name, JsonValue::Text(text));
            }
            b'{' => {
                self.nested(name)?;
                self.offer(name, JsonValue::Nested(self.cursor.since(start)));
            }
            b'[' => {
                let list = self.cursor;
                self.cursor.skip()?;
                self.offer(name, JsonValue::Nested(self.cursor.since(start)));
                self.items(name, list);
            }
            _ => {
                self.cursor.skip()?;
                self.offer(name, JsonValue::Bare(self.cursor.since(start)));
            }
        }
        Some(())
    }

    /// Reads the object that is the value of a name.
    fn nested(&mut self, name: NameNumber) -> Option<()> {
        if self.depth == DEEPEST || !self.names.leads_on(name) {
            return self.cursor.skip();
        }
        self.cursor.at += 1;
        self.depth += 1;
        self.object(name)?;
        self.depth -= 1;
        Some(())
    }

    /// Drops a query that does not stand beside the path or above it.
    fn drop_other_query(&mut self) {
        if let Some(query) = self.found.get(FieldRole::Query)
            && let Some(UrlForm::Path { path, .. }) = self.found.url_form()
            && !self.names.is_beside(query.name, path.name)
        {
            self.found.remove(FieldRole::Query);
        }
    }

    fn offer(&mut self, name: NameNumber, value: JsonValue<'j>) {
        self.found.offer(self.names.candidates(name), value, name);
    }

    /// Reads the list that is the value of a name: its pairs as members, its only item as the
    /// value, and else its first text. The walk goes on behind it.
    fn items(&mut self, name: NameNumber, list: Cursor<'j>) {
        if !self.names.leads_on(name) && self.names.candidates(name).is_empty() {
            return;
        }
        let behind = std::mem::replace(&mut self.cursor, list);
        self.cursor.at += 1;
        self.cursor.blanks();
        let first = self.cursor;
        if self.pairs(name).is_none() {
            self.cursor = first;
            self.first_item(name);
        }
        self.cursor = behind;
    }

    /// Reads a list of pairs; `None` if its first item is not a pair.
    fn pairs(&mut self, name: NameNumber) -> Option<()> {
        let mut is_first = true;
        while self.cursor.peek() == Some(b'{') && self.depth < DEEPEST {
            let Some(pair) = ListedPair::of(self.cursor) else {
                return if is_first { None } else { Some(()) };
            };
            if is_first {
                self.names.begin(name);
            }
            is_first = false;
            self.cursor.skip()?;
            let next = self.cursor;
            let member = self.names.find(name, pair.name);
            self.cursor = pair.value;
            self.depth += 1;
            self.value(member);
            self.depth -= 1;
            self.cursor = next;
            self.cursor.blanks();
            if self.cursor.byte() != Some(b',') {
                break;
            }
            self.cursor.blanks();
        }
        if is_first {
            return None;
        }
        Some(())
    }

    /// Reads a request of several words behind its method: `["GET", "/a"]`.
    fn request_words(&mut self, name: NameNumber, method: &'j [u8]) -> Option<()> {
        let mut roles = self.names.candidates(name).iter();
        if !method::is_method(method) || !roles.any(|found| found.role == FieldRole::RequestLine) {
            return None;
        }
        self.cursor.blanks();
        if self.cursor.byte()? != b',' {
            return None;
        }
        self.cursor.blanks();
        if self.cursor.byte()? != b'"' {
            return None;
        }
        let target = JsonValue::Text(self.cursor.string()?);
        let urls = [FieldRole::Url, FieldRole::Path].map(NameCandidate::sure);
        self.found.offer(&urls, target, name);
        let role = NameCandidate::sure(FieldRole::Method);
        self.found.offer(&[role], JsonValue::Text(method), name);
        Some(())
    }

    /// Reads the first item of a list.
    fn first_item(&mut self, name: NameNumber) -> Option<()> {
        let item = self.cursor;
        self.cursor.skip()?;
        let mut behind = self.cursor;
        behind.blanks();
        let is_only = behind.byte() == Some(b']');
        self.cursor = item;
        match item.peek()? {
            b']' => None,
            b'"' if !is_only => {
                self.cursor.at += 1;
                let text = self.cursor.string()?;
                self.offer(name, JsonValue::First(text));
                self.request_words(name, text)
            }
            _ if is_only && self.depth < DEEPEST => {
                self.depth += 1;
                let value = self.value(name);
                self.depth -= 1;
                value
            }
            _ => None,
        }
    }
}

/// A pair in a list of names and values.
struct ListedPair<'j> {
    name: &'j [u8],
    /// The place of the value.
    value: Cursor<'j>,
}

impl<'j> ListedPair<'j> {
    /// Reads the object at a place; `None` if it has no name, no value, or many other members.
    fn of(object: Cursor<'j>) -> Option<Self> {
        let mut cursor = object;
        cursor.at += 1;
        let mut name = None;
        let mut value = None;
        for _ in 0..4 {
            let Member::Name(text) = cursor.member()? else {
                break;
            };
            if PAIR_VALUES.contains(&text) {
                value = Some(only_member(cursor));
                cursor.skip()?;
            } else if PAIR_NAMES.contains(&text) && cursor.peek() == Some(b'"') {
                cursor.at += 1;
                name = Some(cursor.string()?);
            } else {
                cursor.skip()?;
            }
        }
        Some(Self {
            name: name?,
            value: value?,
        })
    }
}

/// Returns the place of a value, or that of the first member in it: `{"stringValue": "GET"}`.
fn only_member(value: Cursor<'_>) -> Cursor<'_> {
    let mut inner = value;
    if inner.byte() == Some(b'{')
        && let Some(Member::Name(_)) = inner.member()
    {
        return inner;
    }
    value
}
