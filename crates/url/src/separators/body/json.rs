//! JSON: the paths of its members, or the operation of GraphQL and JSON-RPC.

use super::names::{BodyFields, LONGEST_NAME};
use crate::bytes::before;
use crate::json::{Cursor, Member, unescaped};
use bstr::ByteSlice;
use std::borrow::Cow;

/// Maximum nesting of objects and lists; anything deeper counts as a value.
const DEEPEST: usize = 16;

/// Requests read of a list.
const MOST_REQUESTS: usize = 256;

pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    let operations = operations(body).unwrap_or_default();
    for operation in &operations {
        match operation {
            BodyOperation::Document(document) => names.add_document(document),
            BodyOperation::Named(text) => names.add_operation(b"operationName", text),
            BodyOperation::Stored(text) => names.add_operation(b"document", text),
            BodyOperation::Method(text) => names.add_operation(b"method", text),
        }
    }
    if operations.is_empty() {
        let mut walk = MemberWalk {
            items: Items(Cursor::new(body)),
            path: Vec::new(),
            names,
        };
        walk.value(0);
    }
}

/// Returns the operations of a list of requests, or of one request; `None` if an item is not an
/// operation.
fn operations(body: &[u8]) -> Option<Vec<BodyOperation<'_>>> {
    if !body.starts_with(b"[") {
        return Some(vec![BodyOperation::of(body)?]);
    }
    let mut items = Items::of(body);
    let mut operations = Vec::new();
    while operations.len() < MOST_REQUESTS
        && let Some(item) = items.item()
    {
        operations.push(BodyOperation::of(item)?);
    }
    Some(operations)
}

/// The operation of a request.
enum BodyOperation<'j> {
    /// A GraphQL document.
    Document(Cow<'j, [u8]>),
    /// The name of an operation of GraphQL.
    Named(Cow<'j, [u8]>),
    /// The hash or id of a stored document.
    Stored(Cow<'j, [u8]>),
    /// A method of JSON-RPC.
    Method(Cow<'j, [u8]>),
}

impl<'j> BodyOperation<'j> {
    /// Returns the operation of an object, if it requests one.
    fn of(object: &'j [u8]) -> Option<Self> {
        if object.first() != Some(&b'{') {
            return None;
        }
        let mut document = None;
        let mut name = None;
        let mut stored = None;
        let mut method = None;
        let mut id = None;
        let mut called = None;
        let mut is_graphql = false;
        let mut is_rpc = false;
        let mut items = Items::of(object);
        while let Some((member, value)) = items.member() {
            let text = text_of(value).filter(|text| !text.is_empty());
            match member {
                b"query" | b"mutation" => document = text.filter(|text| is_document(text)),
                b"operationName" => name = text,
                b"variables" => is_graphql |= value.starts_with(b"{") || value == b"null",
                b"extensions" => {
                    if let Some(hash) = inner(value, &[b"persistedQuery", b"sha256Hash"])
                        && let Some(hash) = text_of(hash)
                    {
                        stored = Some(hash);
                    }
                }
                b"documentId" | b"doc_id" | b"queryId" => stored = stored.or(text),
                b"id" => id = text,
                b"method" => method = text,
                b"jsonrpc" => is_rpc = true,
                b"params" => {
                    is_rpc |= matches!(value.first(), Some(b'[' | b'{'));
                    called = called_method(value);
                }
                _ => {}
            }
        }
        is_graphql |= document.is_some() || stored.is_some();
        if let Some(name) = name
            && is_graphql
        {
            // The name of the only operation is in the document.
            let is_needed = match &document {
                Some(document) => operations_in(document) > 1,
                None => true,
            };
            if is_needed {
                return Some(Self::Named(name));
            }
        }
        if let Some(document) = document {
            return Some(Self::Document(document));
        }
        if let Some(hash) = stored {
            return Some(Self::Stored(hash));
        }
        if let Some(method) = method
            && is_rpc
        {
            let Some(called) = called else {
                return Some(Self::Method(method));
            };
            let both = [&*method, b" ", &called].concat();
            return Some(Self::Method(both.into()));
        }
        match id {
            Some(id) if is_graphql => Some(Self::Stored(id)),
            _ => None,
        }
    }
}

/// Returns the method that the parameters of a method for all calls name, behind its model.
fn called_method(params: &[u8]) -> Option<Vec<u8>> {
    let model = inner(params, &[b"model"])?;
    let method = inner(params, &[b"method"])?;
    let model = text_of(model)?;
    let method = text_of(method)?;
    Some([&*model, b".", &*method].concat())
}

/// Counts the operations with a type in a document.
fn operations_in(document: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    let mut count = 0;
    while let Some(&byte) = document.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'#' => {
                let comment = &document[at..];
                at += comment.find_byte(b'\n').unwrap_or(comment.len());
            }
            _ if depth == 0 && byte.is_ascii_alphabetic() => {
                let word = before(&document[at..], |b| !b.is_ascii_alphanumeric());
                if matches!(word, b"query" | b"mutation" | b"subscription") {
                    count += 1;
                }
                at += word.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    count
}

/// Whether a whole body is a GraphQL document, and not JSON.
pub(super) fn is_bare_document(body: &[u8]) -> bool {
    let Some(fields) = body.strip_prefix(b"{") else {
        return has_type(body) || (body.starts_with(b"#") && has_operation(body));
    };
    let fields = fields.trim_ascii_start();
    let begins_with_name = matches!(fields, [b'a'..=b'z' | b'A'..=b'Z', ..]);
    // Fields of a field, and no text in quotes as JSON has.
    begins_with_name && fields.contains(&b'{') && !fields.contains(&b'"')
}

/// Whether a document that begins with comments has an operation.
fn has_operation(body: &[u8]) -> bool {
    for line in body.lines() {
        match line.trim_ascii() {
            [] | [b'#', ..] => {}
            line => return has_type(line),
        }
    }
    false
}

/// Whether a text begins like a GraphQL document.
fn is_document(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    // A document may begin with comments.
    matches!(text.first(), Some(b'{' | b'#')) || is_type(text)
}

/// Whether a text begins with the type of an operation, and has fields.
fn has_type(text: &[u8]) -> bool {
    is_type(text) && text.contains(&b'{')
}

/// Whether a text begins with the type of an operation, or with a fragment.
fn is_type(text: &[u8]) -> bool {
    let word = before(text, |b| !b.is_ascii_lowercase());
    if !matches!(word, b"query" | b"mutation" | b"subscription" | b"fragment") {
        return false;
    }
    match text.get(word.len()) {
        Some(b'{' | b'(') => true,
        Some(behind) => behind.is_ascii_whitespace(),
        None => false,
    }
}

/// Returns the value below these names.
fn inner<'j>(object: &'j [u8], names: &[&[u8]]) -> Option<&'j [u8]> {
    let mut value = object;
    for name in names {
        if value.first() != Some(&b'{') {
            return None;
        }
        let mut items = Items::of(value);
        value = loop {
            let (member, value) = items.member()?;
            if member == *name {
                break value;
            }
        };
    }
    Some(value)
}

/// Returns the text of a string.
fn text_of(value: &[u8]) -> Option<Cow<'_, [u8]>> {
    match value {
        [b'"', text @ .., b'"'] => Some(unescaped(text)),
        _ => None,
    }
}

/// Reads an object member by member, or a list item by item.
struct Items<'j>(Cursor<'j>);

impl<'j> Items<'j> {
    /// Begins after the bracket of an object or list.
    fn of(nested: &'j [u8]) -> Self {
        let mut cursor = Cursor::new(nested);
        cursor.byte();
        Self(cursor)
    }

    /// Returns the first byte of the next item.
    fn peek(&mut self) -> Option<u8> {
        self.0.blanks();
        while self.0.peek()? == b',' {
            self.0.at += 1;
            self.0.blanks();
        }
        self.0.peek()
    }

    /// Returns the next member: its name and its value.
    fn member(&mut self) -> Option<(&'j [u8], &'j [u8])> {
        let Member::Name(name) = self.0.member()? else {
            return None;
        };
        let value = self.item()?;
        Some((name, value))
    }

    /// Returns the next item.
    fn item(&mut self) -> Option<&'j [u8]> {
        if matches!(self.peek()?, b'}' | b']' | b':') {
            return None;
        }
        let start = self.0.at;
        self.0.skip()?;
        Some(self.0.since(start).trim_ascii_end())
    }
}

/// A walk over all members that keeps the path of the current one.
struct MemberWalk<'j, 'n> {
    items: Items<'j>,
    path: Vec<u8>,
    names: &'n mut BodyFields,
}

impl MemberWalk<'_, '_> {
    /// Reads the current value. `None` ends the walk: no room for another name, or not JSON.
    fn value(&mut self, depth: usize) -> Option<()> {
        let first = self.items.peek()?;
        if depth >= DEEPEST || !matches!(first, b'{' | b'[') {
            let value = self.items.item()?;
            return self.leaf(value);
        }
        self.items.0.at += 1;
        let mut is_empty = true;
        while !matches!(self.items.peek()?, b'}' | b']') {
            is_empty = false;
            let length = self.path.len();
            if first == b'{' {
                let Member::Name(name) = self.items.0.member()? else {
                    return None;
                };
                self.step(&unescaped(name));
            }
            self.value(depth + 1)?;
            self.path.truncate(length);
        }
        self.items.0.at += 1;
        if is_empty {
            return self.leaf(b"");
        }
        Some(())
    }

    /// Appends a member to the path, as `{}` if its name is a value itself.
    fn step(&mut self, name: &[u8]) {
        if !self.path.is_empty() {
            self.path.push(b'.');
        }
        let digits = name.iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_long_code = name.len() >= 16 && digits >= 4;
        let is_value = digits * 2 > name.len() || is_long_code;
        let step = if is_value && digits > 0 { b"{}" } else { name };
        self.path.extend_from_slice(step);
        self.path.truncate(LONGEST_NAME);
    }

    fn leaf(&mut self, value: &[u8]) -> Option<()> {
        let text = text_of(value);
        let value = match text.as_deref().unwrap_or(value) {
            [b'{' | b'[', ..] => b"",
            value => value,
        };
        let name = match &self.path[..] {
            [] => b"[]",
            path => path,
        };
        self.names.add(name, value);
        if self.names.is_full() {
            return None;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::shown;

    #[test]
    fn members_are_names() {
        for (body, wanted) in [
            (r#"{"a":1,"b":"x y","c":null}"#, "a: 1, b: x%20y, c: null"),
            (
                r#" { "user" : { "name" : "ann", "tags":["x","y"] } , "n" : [ ] }"#,
                "user.name: ann, user.tags: x, n",
            ),
            (
                r#"{"items":[{"name":"a"},{"name":"b","size":2}]}"#,
                "items.name: a, items.size: 2",
            ),
            (r#"[{"a":1},{"b":2}]"#, "a: 1, b: 2"),
            ("[1,2]", "[]: 1"),
            ("{}", "[]"),
            (r#"{"by_id":{"17":{"a":1},"18":{"a":2}}}"#, "by_id.{}.a: 1"),
            (r#"{"a\"b":"c\u0041\n"}"#, "a%22b: cA%0A"),
            (r#"{"a":1,"b"#, "a: 1"),
            ("{a:1}", ""),
            (r#"{"action":"delete"}"#, "action: delete"),
        ] {
            assert_eq!(shown(body.as_bytes()), wanted, "{body}");
        }
        let deep = r#"{"a":"#.repeat(40) + "1" + &"}".repeat(40);
        assert_eq!(shown(deep.as_bytes()).matches('a').count(), 16);
    }

    #[test]
    fn operations_count_alone() {
        for (body, wanted) in [
            (
                r#"{"query":"query Zork($a: Int) { zork(a: $a) { id } }","variables":{"a":1}}"#,
                "query: query%20Zork($a:%20Int)%20{%20zork(a:%20$a)%20{%20id%20}%20}",
            ),
            (
                r#"{"operationName":"GetZork","variables":{"id":7},"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ab12"}}}"#,
                "operationName=GetZork",
            ),
            (
                r#"{"operationName":"GetZork","variables":{}}"#,
                "operationName=GetZork",
            ),
            (
                r#"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ab12"}},"variables":{}}"#,
                "document=ab12",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"zork_add","params":[1]}"#,
                "method=zork_add",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"call","params":{"model":"zork.wombat","method":"unlink","args":[7]}}"#,
                "method=call%20zork.wombat.unlink",
            ),
            (
                r#"{"operationName":"E","query":"query E{e{id}} mutation F{f{id}}"}"#,
                "operationName=E",
            ),
            (r#"{"id":"ab12","variables":{"a":1}}"#, "document=ab12"),
            ("mutation D{d{id}}", "query: mutation%20D{d{id}}"),
            (
                "# the zork\nquery C{c{id}}",
                "query: %23%20the%20zork%0Aquery%20C{c{id}}",
            ),
            ("{users{id}}", "query: {users{id}}"),
            (
                r#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","method":"a"}]"#,
                "method=a, method=b",
            ),
            (
                r#"[{"query":"{a}"},{"query":"{b}"},{"query":"{a}"}]"#,
                "query: {a}, query: {b}",
            ),
            (r#"{"method":"card","amount":7}"#, "method: card, amount: 7"),
            (
                r#"{"query":"red shoes","page":2}"#,
                "query: red%20shoes, page: 2",
            ),
        ] {
            let shown = shown(body.as_bytes())
                .replace("%7B", "{")
                .replace("%7D", "}");
            assert_eq!(shown, wanted, "{body}");
        }
    }
}
