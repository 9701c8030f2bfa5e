//! Finds the members of a JSON object whose names say which field they hold, in one walk and at any
//! depth. Strings and braces are skipped, nothing is copied or built.
//!
//! An object is one line of JSON. A truncated record still has the members before the cut.

use super::field_names::NameCandidate;
use super::field_role::{FieldRole, RoleSet};
use super::found_roles::{FoundRoles, FoundValue};
use super::found_url::UrlForm;
use super::json_value::JsonValue;
use super::met_names::{MetNames, NameNumber};
use super::method;
use crate::json::{Cursor, Member};

/// Maximum depth and number of members that are looked at.
const DEEPEST: usize = 12;
const MOST: usize = 1 << 14;

/// Names of the members of a pair in a list: `{"name": "Host", "value": "a.example"}`.
const PAIR_NAMES: [&[u8]; 4] = [b"name", b"key", b"header", b"field"];
const PAIR_VALUES: [&[u8]; 2] = [b"value", b"values"];

/// Names of a body's media type, and of the body beside it.
const MEDIA_TYPES: [&[u8]; 4] = [b"mimetype", b"contenttype", b"mediatype", b"mime"];
const CONTENTS: [&[u8]; 7] = [
    b"text", b"content", b"raw", b"data", b"body", b"json", b"value",
];

/// Finds the best members of an object, for the roles that are looked for.
pub(super) fn find<'j>(object: &'j [u8], found: &mut FoundRoles<'j>) {
    MetNames::with(|names| walk(object, names, found));
}

/// Returns the name of a value with those above it, joined by dots. `choose` returns its number.
pub(super) fn origin(
    object: &[u8],
    choose: impl FnOnce(&FoundRoles<'_>) -> Option<NameNumber>,
) -> Option<String> {
    MetNames::with(|names| {
        let mut found = FoundRoles::new(RoleSet::ALL);
        walk(object, names, &mut found);
        let name = choose(&found)?;
        Some(names.path(name))
    })
}

/// Finds the best members, and the best query of those that belong to the path.
fn walk<'j>(object: &'j [u8], names: &mut MetNames, found: &mut FoundRoles<'j>) {
    RoleWalk::of(object, names, found).run();
    if found.lacks_path() {
        let mut targets = FoundRoles::new(RoleSet::NONE.with(FieldRole::Target));
        RoleWalk::of(object, names, &mut targets).run();
        found.put(FieldRole::Target, targets.get(FieldRole::Target));
    }
    let Some(query) = found.get(FieldRole::Query) else {
        return;
    };
    let Some(UrlForm::Path { path, .. }) = found.url_form() else {
        return;
    };
    if belongs(query.name, query.is_target, path, names) {
        return;
    }
    let mut queries = FoundRoles::new(RoleSet::NONE.with(FieldRole::Query));
    let mut others = RoleWalk::of(object, names, &mut queries);
    others.path = Some(path);
    others.run();
    found.put(FieldRole::Query, queries.get(FieldRole::Query));
}

/// Whether a query stands beside the path or above it.
fn belongs(query: NameNumber, is_target: bool, path: FoundValue<'_>, names: &MetNames) -> bool {
    is_target == path.is_target && names.is_beside(query, path.name)
}

/// A walk over the bytes of an object.
struct RoleWalk<'j, 'w> {
    cursor: Cursor<'j>,
    names: &'w mut MetNames,
    found: &'w mut FoundRoles<'j>,
    /// The path of the queries that are looked for, if it is known.
    path: Option<FoundValue<'j>>,
    depth: usize,
    /// The number of members so far.
    members: usize,
}

impl<'j, 'w> RoleWalk<'j, 'w> {
    fn of(object: &'j [u8], names: &'w mut MetNames, found: &'w mut FoundRoles<'j>) -> Self {
        Self {
            cursor: Cursor::new(object),
            names,
            found,
            path: None,
            depth: 0,
            members: 0,
        }
    }

    fn run(&mut self) {
        self.cursor.blanks();
        if self.cursor.byte() == Some(b'{') {
            self.object(MetNames::ROOT);
        }
    }

    /// Reads the members after `{`. `None` ends the walk: the bytes end, or are not JSON.
    fn object(&mut self, above: NameNumber) -> Option<()> {
        self.names.begin(above);
        while self.cursor.begin_name()? {
            let name = self.names.read(above, &mut self.cursor)?;
            self.cursor.colon()?;
            self.member(name)?;
        }
        Some(())
    }

    /// Reads the value of the member of this name.
    fn member(&mut self, name: NameNumber) -> Option<()> {
        self.members += 1;
        if self.members > MOST {
            return None;
        }
        self.value(name)
    }

    /// Reads the value of a name.
    fn value(&mut self, name: NameNumber) -> Option<()> {
        let roles = self.names.roles(name);
        let is_wanted = self.found.meet(roles);
        let start = self.cursor.at;
        match self.cursor.peek()? {
            b'"' => {
                self.cursor.at += 1;
                let text = self.cursor.string()?;
                if is_wanted {
                    self.offer(name, JsonValue::Text(text));
                }
            }
            b'{' | b'[' if is_wanted && roles.has(FieldRole::Body) => {
                let mut behind = self.cursor;
                behind.skip()?;
                let nested = behind.since(start);
                match DescribedBody::read(nested) {
                    Some(described) => self.offer(name, described.value),
                    None => self.offer(name, JsonValue::Nested(nested)),
                }
                self.nested(name, is_wanted)?;
            }
            b'{' | b'[' => self.nested(name, is_wanted)?,
            _ => {
                self.cursor.skip()?;
                if is_wanted {
                    self.offer(name, JsonValue::Bare(self.cursor.since(start)));
                }
            }
        }
        Some(())
    }

    /// Reads the object or list that is the value of a name.
    fn nested(&mut self, name: NameNumber, is_wanted: bool) -> Option<()> {
        let leads_on = self.depth < DEEPEST && self.names.leads_on(name);
        let is_list = self.cursor.peek()? == b'[';
        let is_read = leads_on || is_list && is_wanted;
        if !is_read {
            return self.cursor.skip();
        }
        self.cursor.at += 1;
        self.depth += 1;
        if is_list {
            self.items(name, is_wanted)?;
        } else {
            self.object(name)?;
        }
        self.depth -= 1;
        Some(())
    }

    fn offer(&mut self, name: NameNumber, value: JsonValue<'j>) {
        let names = &*self.names;
        let candidates = names.candidates(name);
        if let Some(path) = self.path
            && !belongs(name, candidates[0].is_target, path, names)
        {
            return;
        }
        // Of two members of one name, readers of JSON take the last one.
        self.found.offer_first(candidates, value, name, |other| {
            other == name || names.is_better(name, other)
        });
    }

    /// Reads the list that is the value of a name, behind its bracket: its pairs as members, its
    /// only item as the value, and else its first text.
    fn items(&mut self, name: NameNumber, is_wanted: bool) -> Option<()> {
        self.cursor.blanks();
        if self.pairs(name)? {
            return self.cursor.skip_rest();
        }
        match self.cursor.peek()? {
            b'{' | b'[' => self.first_nested(name)?,
            b'"' if is_wanted => self.first_text(name)?,
            b']' => {}
            _ if is_wanted => {
                let start = self.cursor.at;
                self.cursor.skip()?;
                if self.cursor.peek()? == b']' {
                    self.offer(name, JsonValue::Bare(self.cursor.since(start)));
                }
            }
            _ => {}
        }
        self.cursor.skip_rest()
    }

    /// Reads a list of pairs. Returns whether its first item is one.
    fn pairs(&mut self, name: NameNumber) -> Option<bool> {
        let mut is_first = true;
        while self.cursor.peek()? == b'{' {
            let mut behind = self.cursor;
            let Some(pair) = ListedPair::read(&mut behind) else {
                break;
            };
            if is_first {
                self.names.begin(name);
            }
            is_first = false;
            self.cursor = pair.value;
            let pair_name = self.names.find(name, pair.name);
            self.member(pair_name)?;
            self.cursor = behind;
            self.cursor.blanks();
            if self.cursor.peek()? != b',' {
                break;
            }
            self.cursor.at += 1;
            self.cursor.blanks();
        }
        Some(!is_first)
    }

    /// Reads the first item of a list, an object or a list, if it is the only one.
    fn first_nested(&mut self, name: NameNumber) -> Option<()> {
        let mut behind = self.cursor;
        behind.skip()?;
        behind.blanks();
        if behind.peek()? == b']' {
            self.value(name)?;
        }
        self.cursor = behind;
        Some(())
    }

    /// Reads the first item of a list, a text.
    fn first_text(&mut self, name: NameNumber) -> Option<()> {
        self.cursor.at += 1;
        let text = self.cursor.string()?;
        self.cursor.blanks();
        if self.cursor.peek()? == b']' {
            self.offer(name, JsonValue::Text(text));
            return Some(());
        }
        self.offer(name, JsonValue::First(text));
        self.request_words(name, text);
        Some(())
    }

    /// Reads a request of several words behind its method: `["GET", "/a"]`.
    fn request_words(&mut self, name: NameNumber, method: &'j [u8]) -> Option<()> {
        let is_request = self.names.roles(name).has(FieldRole::RequestLine);
        if !is_request || !method::is_method(method) {
            return None;
        }
        let mut cursor = self.cursor;
        if cursor.byte()? != b',' {
            return None;
        }
        cursor.blanks();
        if cursor.byte()? != b'"' {
            return None;
        }
        let target = JsonValue::Text(cursor.string()?);
        let urls = [FieldRole::Url, FieldRole::Path].map(NameCandidate::sure);
        self.found.offer(&urls, target, name);
        let role = NameCandidate::sure(FieldRole::Method);
        self.found.offer(&[role], JsonValue::Text(method), name);
        Some(())
    }
}

/// A body with its media type beside it: `{"mimeType": "application/json", "text": "{}"}`.
struct DescribedBody<'j> {
    value: JsonValue<'j>,
}

impl<'j> DescribedBody<'j> {
    /// Reads an object; `None` if it is no such description, so that it is a body itself.
    fn read(object: &'j [u8]) -> Option<Self> {
        let mut cursor = Cursor::new(object);
        if cursor.byte()? != b'{' {
            return None;
        }
        let mut has_type = false;
        let mut content = None;
        while let Member::Name(name) = cursor.member()? {
            let start = cursor.at;
            cursor.skip()?;
            let value = cursor.since(start);
            if names_media_type(name) {
                has_type |= value.starts_with(b"\"") && value.contains(&b'/');
            } else if content.is_none() && CONTENTS.contains(&name) {
                content = Some(value);
            }
        }
        let value = match content? {
            [b'"', text @ .., b'"'] => JsonValue::Text(text),
            nested => JsonValue::Nested(nested),
        };
        has_type.then_some(Self { value })
    }
}

/// Whether a name is that of a media type: `mimeType`, `content_type`, `media-type`.
fn names_media_type(name: &[u8]) -> bool {
    let letters = name.iter().filter(|byte| byte.is_ascii_alphabetic());
    let letters: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    MEDIA_TYPES.contains(&&letters[..])
}

/// A pair in a list of names and values.
struct ListedPair<'j> {
    name: &'j [u8],
    /// The place of the value.
    value: Cursor<'j>,
}

impl<'j> ListedPair<'j> {
    /// Reads the object at a place; `None` if it has no name, no value, or others before them.
    fn read(cursor: &mut Cursor<'j>) -> Option<Self> {
        cursor.at += 1;
        let mut name = None;
        let mut value = None;
        let mut members = 0;
        while let Member::Name(text) = cursor.member()? {
            members += 1;
            if members > 4 {
                cursor.skip_rest()?;
                break;
            }
            if PAIR_VALUES.contains(&text) {
                value = Some(only_member(*cursor));
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
