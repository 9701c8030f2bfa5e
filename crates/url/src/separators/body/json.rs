//! JSON: the paths of its members, or the operation of GraphQL and JSON-RPC.

use super::names::{BodyFields, LONGEST_NAME};
use crate::bytes::{before, has_byte, is_alphanumeric_and, is_letters_and};
use crate::json::{Cursor, Member, unescaped};
use crate::name_words::NameWords;
use crate::token::is_verb_of_thing;
use bstr::ByteSlice;
use std::borrow::Cow;

/// Maximum nesting of objects and lists; anything deeper counts as a value.
const DEEPEST: usize = 16;

/// Requests read of a list.
const MOST_REQUESTS: usize = 256;

/// Parameters of a call that may name what it calls.
const MOST_POSITIONS: usize = 4;

/// Words of methods and types that call what their parameters name.
const CALLS: [&str; 7] = [
    "call", "dispatch", "exec", "execute", "invoke", "perform", "run",
];

/// What such words call in general.
const CALLABLE: [&str; 7] = [
    "action", "api", "command", "function", "method", "rpc", "service",
];

/// Members of a message that name what it calls.
const CALLED: [&[u8]; 5] = [b"method", b"name", b"action", b"function", b"command"];

/// Whether the value of a form's field is an object or a list.
pub(super) fn is_nested(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    match value {
        [b'{', inner @ .., b'}'] => matches!(inner.trim_ascii_start().first(), None | Some(b'"')),
        [b'[', inner @ .., b']'] => {
            let first = inner.trim_ascii_start().first();
            matches!(first, None | Some(b'{' | b'[' | b'"' | b'0'..=b'9'))
        }
        _ => false,
    }
}

pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    read_below(b"", body, names);
}

/// Reads the members below the name of a field, or the operation.
pub(super) fn read_below(name: &[u8], body: &[u8], names: &mut BodyFields) {
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
            path: name.to_vec(),
            root_length: name.len(),
            names,
        };
        walk.value(0);
    } else if !name.is_empty() {
        names.add(name, b"");
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
        let mut params: &[u8] = b"";
        // Whether it has a member that only requests of GraphQL have.
        let mut is_graphql = false;
        let mut is_rpc = false;
        let mut items = Items::of(object);
        while let Some((member, value)) = items.member() {
            let text = text_of(value).filter(|text| !text.is_empty());
            match member {
                b"query" | b"mutation" => document = text.filter(|text| is_document(text)),
                b"operationName" => {
                    name = text;
                    is_graphql |= value == b"null";
                }
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
                    params = value;
                }
                _ => {}
            }
        }
        if is_graphql
            && let Some(text) = &mut document
            && text.trim_ascii_start().starts_with(b"{")
        {
            // With its type, a document is one wherever it is sent.
            *text = [b"query", &**text].concat().into();
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
            let Some(called) = called_by(&method, params) else {
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

/// Returns what a method for all calls does, by its parameters: a method, behind its model if there
/// is one; a command; the tool, prompt or resource of MCP. A name counts only behind a method in
/// two parts, such as `tools/call`: elsewhere it names a thing.
fn called_by(method: &[u8], params: &[u8]) -> Option<Vec<u8>> {
    if params.starts_with(b"[") {
        return positions_called(method, params);
    }
    let text = |name: &[u8]| text_of(inner(params, &[name])?);
    if let Some(called) = text(b"method") {
        let model = text(b"model").or_else(|| text(b"service"));
        return Some(match model {
            Some(model) => [&*model, b".", &*called].concat(),
            None => called.into_owned(),
        });
    }
    if let Some(command) = text(b"command").or_else(|| text(b"action")) {
        return Some(command.into_owned());
    }
    if !has_byte(method, b'/') {
        return None;
    }
    if let Some(name) = text(b"name") {
        return Some(name.into_owned());
    }
    Some(kind_of_resource(&text(b"uri")?).to_vec())
}

/// Returns the names at the beginning of a call's parameters, without keys and numbers:
/// `["0","system","board",{}]`.
fn positions_called(method: &[u8], params: &[u8]) -> Option<Vec<u8>> {
    if !calls(method) {
        return None;
    }
    let mut called = Vec::new();
    let mut items = Items::of(params);
    for _ in 0..MOST_POSITIONS {
        let item = items.item();
        if let Some(text) = item.and_then(text_of)
            && is_called(&text)
        {
            if !called.is_empty() {
                called.push(b'.');
            }
            called.extend_from_slice(&text);
        }
    }
    (!called.is_empty()).then_some(called)
}

/// Whether a method or a type calls others: `call`, `callMethod`, `rpc.invoke`.
fn calls(name: &[u8]) -> bool {
    let mut has_verb = false;
    for word in NameWords::of(name) {
        let is_verb = word.is_among(&CALLS);
        if !is_verb && !word.is_among(&CALLABLE) {
            return false;
        }
        has_verb |= is_verb;
    }
    has_verb
}

/// Whether a text may be the name of what is called.
fn is_called(text: &[u8]) -> bool {
    !text.is_empty() && is_letters_and(text, b"_-./:$")
}

/// Returns the beginning of a resource's address that says of which kind it is: `tea://orders`.
fn kind_of_resource(address: &[u8]) -> &[u8] {
    let Some(authority) = address.find("://") else {
        return before(address, |byte| byte == b':');
    };
    let authority = authority + 3;
    let length = before(&address[authority..], |byte| b"/?#".contains(&byte)).len();
    &address[..authority + length]
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
    if fields.starts_with(b"...") {
        return true;
    }
    let begins_with_name = matches!(fields, [b'a'..=b'z' | b'A'..=b'Z', ..]);
    // Fields of a field or plain ones, and no text in quotes as JSON has.
    let is_plain = || is_alphanumeric_and(fields, b"_, \t\r\n}");
    begins_with_name && !has_byte(fields, b'"') && (has_byte(fields, b'{') || is_plain())
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

/// Returns the payload of an object if it is a message: its type says what to do with that.
fn payload_of(object: Cursor<'_>) -> Option<&[u8]> {
    let mut members = Items(object);
    members.0.at += 1;
    while let Some((name, value)) = members.member() {
        if matches!(name, b"payload" | b"data") {
            return Some(value);
        }
    }
    None
}

/// Returns what a message calls: `{"type":"callMethod","payload":{"name":"add"}}`.
fn called_in(object: Cursor<'_>) -> Option<Cow<'_, [u8]>> {
    let payload = payload_of(object)?;
    for name in CALLED {
        if let Some(value) = inner(payload, &[name])
            && let Some(text) = text_of(value)
            && is_called(&text)
        {
            return Some(text);
        }
    }
    None
}

/// A walk over all members that keeps the path of the current one.
struct MemberWalk<'j, 'n> {
    items: Items<'j>,
    path: Vec<u8>,
    /// The length of the path at the beginning.
    root_length: usize,
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
        let object = self.items.0;
        let is_root = self.path.len() == self.root_length;
        self.items.0.at += 1;
        let mut is_empty = true;
        while !matches!(self.items.peek()?, b'}' | b']') {
            is_empty = false;
            let length = self.path.len();
            let mut is_operation = false;
            if first == b'{' {
                let Member::Name(name) = self.items.0.member()? else {
                    return None;
                };
                self.step(&unescaped(name));
                is_operation = match name {
                    b"type" | b"kind" => self.names_operation(object, is_root),
                    b"descriptor" => self.names_controller(),
                    _ => false,
                };
            }
            if is_operation {
                self.operation(object)?;
            } else {
                self.value(depth + 1)?;
            }
            self.path.truncate(length);
        }
        self.items.0.at += 1;
        if is_empty {
            return self.leaf(b"");
        }
        Some(())
    }

    /// Returns the text of the next value, without stepping over it.
    fn next_text(&self) -> Option<Cow<'_, [u8]>> {
        let mut ahead = Items(self.items.0);
        text_of(ahead.item()?)
    }

    /// Whether the type that comes next, of an object, says what to do: in the whole body, or in a
    /// message with a payload.
    fn names_operation(&self, object: Cursor<'_>, is_root: bool) -> bool {
        let Some(text) = self.next_text() else {
            return false;
        };
        let is_verb = is_verb_of_thing(&text);
        if is_root && is_verb {
            return true;
        }
        let may_be_type = is_verb || calls(&text) || (is_root && is_letters_and(&text, b"_-./:"));
        may_be_type && payload_of(object).is_some()
    }

    /// Whether a function of a controller comes next, as Aura writes it:
    /// `apex://Tea/ACTION$list`.
    fn names_controller(&self) -> bool {
        self.next_text()
            .is_some_and(|text| text.contains_str("://"))
    }

    /// Reads the next text of an object as a part of the name, with what it calls.
    fn operation(&mut self, object: Cursor<'_>) -> Option<()> {
        let mut text = text_of(self.items.item()?)?;
        if calls(&text)
            && let Some(called) = called_in(object)
        {
            text = [&*text, b" ", &called].concat().into();
        }
        self.names.add_operation(&self.path, &text);
        if self.names.is_full() {
            return None;
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
            // A type that says what to do.
            (r#"{"type":"listTea","n":1}"#, "type=listTea, n: 1"),
            (r#"{"kind":"DeleteTea"}"#, "kind=DeleteTea"),
            (r#"{"type":"tea/delete"}"#, "type=tea/delete"),
            (r#"[{"type":"ADD_TEA"}]"#, "type=ADD_TEA"),
            (
                r#"{"type":"tea","payload":{"n":1}}"#,
                "type=tea, payload.n: 1",
            ),
            (r#"{"type":"tea","n":1}"#, "type: tea, n: 1"),
            (r#"{"type":"redTea"}"#, "type: redTea"),
            (r#"{"data":{"type":"tea"}}"#, "data.type: tea"),
            (r#"{"a":{"type":"listTea"}}"#, "a.type: listTea"),
            (
                r#"{"a":{"type":"listTea","data":1}}"#,
                "a.type=listTea, a.data: 1",
            ),
            (
                r#"{"actions":[{"descriptor":"apex://Tea/ACTION$list"},{"descriptor":"apex://Tea/ACTION$drop"}]}"#,
                "actions.descriptor=apex://Tea/ACTION$list, actions.descriptor=apex://Tea/ACTION$drop",
            ),
            (r#"{"descriptor":"red"}"#, "descriptor: red"),
            // Several calls.
            (
                r#"{"calls":[{"method":"add"},{"method":"drop"},{"method":"add"},{"method":"7"}]}"#,
                "calls.method: add, calls.method: drop",
            ),
            (
                r#"{"actionQueue":[{"type":"callMethod","payload":{"name":"add"}},{"type":"callMethod","payload":{"name":"drop"}}]}"#,
                "actionQueue.type=callMethod%20add, actionQueue.payload.name: add, \
                 actionQueue.type=callMethod%20drop",
            ),
            (
                r#"{"type":"invoke","data":{"function":"pour"}}"#,
                "type=invoke%20pour, data.function: pour",
            ),
            (
                r#"{"type":"runTea","data":{"name":"ann"}}"#,
                "type=runTea, data.name: ann",
            ),
            (
                r#"{"a":[{"color":"red"},{"color":"blue"}]}"#,
                "a.color: red",
            ),
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
                r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_tea"}}"#,
                "method=tools/call%20list_tea",
            ),
            (
                r#"{"method":"prompts/get","params":{"name":"greet"}}"#,
                "method=prompts/get%20greet",
            ),
            (
                r#"{"method":"resources/read","params":{"uri":"tea://orders/17"}}"#,
                "method=resources/read%20tea://orders",
            ),
            (
                r#"{"method":"workspace/executeCommand","params":{"command":"tea.sort"}}"#,
                "method=workspace/executeCommand%20tea.sort",
            ),
            (
                r#"{"method":"user.add","params":{"name":"ann"}}"#,
                "method=user.add",
            ),
            (
                r#"{"method":"call","params":["0","system","board",{}]}"#,
                "method=call%20system.board",
            ),
            (
                r#"{"method":"call","params":["5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c","network.interface","dump",{"a":"b"}]}"#,
                "method=call%20network.interface.dump",
            ),
            (
                r#"{"method":"rpc.invoke","params":["Tea","pour"]}"#,
                "method=rpc.invoke%20Tea.pour",
            ),
            (r#"{"method":"call","params":[7,{}]}"#, "method=call"),
            (r#"{"method":"call","params":[]}"#, "method=call"),
            (
                r#"{"method":"user.add","params":["ann"]}"#,
                "method=user.add",
            ),
            (
                "{ ...F } fragment F on Query { shops }",
                "query: {%20...F%20}%20fragment%20F%20on%20Query%20{%20shops%20}",
            ),
            ("{me}", "query: {me}"),
            (r#"{"query":"{me}"}"#, "query: {me}"),
            (r#"{"query":"{me}","variables":{}}"#, "query: query{me}"),
            (
                r#"{"operationName":null,"query":" {me}"}"#,
                "query: query%20{me}",
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
