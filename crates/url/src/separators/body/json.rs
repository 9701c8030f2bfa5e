//! JSON: the paths of its members, or the operation of GraphQL and JSON-RPC.

use super::names::{BodyFields, LONGEST_NAME};
use super::operation_name::{calls, is_arguments, is_name, is_name_with_digits, names_operation};
use crate::bytes::{before, has_byte, split_last};
use crate::json::{Cursor, Member, unescaped};
use crate::token::{graphql_operation, is_verb_of_thing, names_call};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::mem;

/// Maximum nesting of objects and lists; anything deeper counts as a value.
const DEEPEST: usize = 16;

/// Requests read of a list.
const MOST_REQUESTS: usize = 256;

/// Parameters of a call that may name what it calls.
const MOST_POSITIONS: usize = 4;

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
        match operation.field {
            DOCUMENT => names.add_document(&operation.text),
            field => names.add_operation(field, &operation.text),
        }
    }
    if operations.is_empty() {
        let mut walk = MemberWalk {
            items: Items(Cursor::new(body)),
            path: name.to_vec(),
            root_length: name.len(),
            is_in_message: false,
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

/// The field of a GraphQL document.
const DOCUMENT: &[u8] = b"query";

/// The operation of a request.
struct BodyOperation<'j> {
    /// The field that stands for it.
    field: &'static [u8],
    text: Cow<'j, [u8]>,
}

impl<'j> BodyOperation<'j> {
    fn new(field: &'static [u8], text: Cow<'j, [u8]>) -> Self {
        Self { field, text }
    }

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
                b"query" | b"mutation" => {
                    document = text.filter(|text| graphql_operation(text).is_some());
                }
                b"operationName" => {
                    name = text;
                    is_graphql |= value == b"null";
                }
                b"variables" => is_graphql |= value.starts_with(b"{") || value == b"null",
                b"extensions" => {
                    if let Some(query) = member_of(value, |name| name == b"persistedQuery")
                        && let Some(hash) = text_in(query, b"sha256Hash")
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
            && !document
                .as_ref()
                .is_some_and(|text| names_only(text, &name))
        {
            return Some(Self::new(b"operationName", name));
        }
        if let Some(document) = document {
            return Some(Self::new(DOCUMENT, document));
        }
        if let Some(hash) = stored {
            return Some(Self::new(b"document", hash));
        }
        if let Some(method) = method
            && is_rpc
        {
            let called = called_by(&method, params);
            let text = match called {
                Some(called) => [&*method, b" ", &called].concat().into(),
                None => method,
            };
            return Some(Self::new(b"method", text));
        }
        let id = id.filter(|_| is_graphql)?;
        Some(Self::new(b"document", id))
    }
}

/// Whether the first operation of a document has this name: it need not be said again.
fn names_only(document: &[u8], name: &[u8]) -> bool {
    let Some(operation) = graphql_operation(document) else {
        return false;
    };
    split_last(&operation, b' ').is_some_and(|(_, own)| own == name)
}

/// Returns what a method for all calls does, by its parameters: a method, behind its model if there
/// is one; a command; the tool, prompt or resource of MCP. A name counts only behind a method in
/// two parts, such as `tools/call`: elsewhere it names a thing.
fn called_by(method: &[u8], params: &[u8]) -> Option<Vec<u8>> {
    if params.starts_with(b"[") {
        return calls(method).then(|| called_in_list(params))?;
    }
    let called = called_in_object(params);
    if called.is_some() || !has_byte(method, b'/') {
        return called;
    }
    if let Some(name) = text_in(params, b"name") {
        return Some(name.into_owned());
    }
    Some(kind_of_resource(&text_in(params, b"uri")?).to_vec())
}

/// Returns the names at the beginning of a list, without keys and numbers:
/// `["0","system","board",{}]`.
fn called_in_list(list: &[u8]) -> Option<Vec<u8>> {
    let mut called = Vec::new();
    let mut items = Items::of(list);
    for _ in 0..MOST_POSITIONS {
        let item = items.item();
        if let Some(text) = item.and_then(text_of).filter(|text| is_name(text)) {
            called.push(text);
        }
    }
    (!called.is_empty()).then(|| called.join(&b'.'))
}

/// Returns the texts of an object's members that name a method, function or command, or its model.
fn called_in_object(object: &[u8]) -> Option<Vec<u8>> {
    let mut called = Vec::new();
    let mut items = Items::in_object(object)?;
    while let Some((name, value)) = items.member() {
        let text = text_of(value).filter(|text| is_name_with_digits(text));
        if let Some(text) = text
            && (name == b"model" || names_call(name))
        {
            called.push(text);
        }
    }
    (!called.is_empty()).then(|| called.join(&b'.'))
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

/// Returns the value of the first of these members of an object.
fn member_of(object: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> Option<&[u8]> {
    let mut items = Items::in_object(object)?;
    loop {
        let (name, value) = items.member()?;
        if is_wanted(name) {
            return Some(value);
        }
    }
}

/// Returns the text of a member of an object.
fn text_in<'j>(object: &'j [u8], name: &[u8]) -> Option<Cow<'j, [u8]>> {
    text_of(member_of(object, |member| member == name)?)
}

/// Returns the text of a string.
fn text_of(value: &[u8]) -> Option<Cow<'_, [u8]>> {
    match value {
        [b'"', text @ .., b'"'] => Some(unescaped(text)),
        _ => None,
    }
}

/// Reads an object member by member, or a list item by item.
#[derive(Clone, Copy)]
struct Items<'j>(Cursor<'j>);

impl<'j> Items<'j> {
    /// Begins after the bracket of an object or list.
    fn of(nested: &'j [u8]) -> Self {
        let mut cursor = Cursor::new(nested);
        cursor.byte();
        Self(cursor)
    }

    /// Begins in an object, if it is one.
    fn in_object(value: &'j [u8]) -> Option<Self> {
        value.starts_with(b"{").then(|| Self::of(value))
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

/// Whether a member holds the payload of a message, whose type says what to do with that.
fn is_payload(name: &[u8]) -> bool {
    matches!(name, b"payload" | b"data")
}

/// An object whose members are read one after another.
struct OpenObject<'j> {
    /// The JSON from its brace on.
    text: &'j [u8],
    is_root: bool,
    /// Whether it is the payload of a message.
    is_payload: bool,
    /// Whether its members were searched for another one: only once, since a name may be repeated
    /// without end.
    is_asked: bool,
}

impl OpenObject<'_> {
    /// Returns the operations that a member of this name and path names with the value that comes
    /// next.
    fn operations(&mut self, name: &[u8], path: &[u8], mut ahead: Items<'_>) -> Vec<Vec<u8>> {
        let mut operations = Vec::new();
        match ahead.peek() {
            Some(b'"') => {
                let text = ahead.item().and_then(text_of).unwrap_or_default();
                let operation = self.operation(name, &text);
                if operation.is_none() && names_operation(path, &text) {
                    operations.push(text.into_owned());
                }
                operations.extend(operation);
            }
            Some(b'[') if names_call(name) => {
                // Calls that are lists: `"rpc":[["12","tea","pour"]]`.
                let mut calls = Items::of(ahead.0.rest());
                while calls.peek() == Some(b'[')
                    && let Some(call) = calls.item()
                {
                    operations.extend(called_in_list(call));
                }
            }
            _ => {}
        }
        operations
    }

    /// Returns the operation that a member names with a text.
    fn operation(&mut self, name: &[u8], text: &[u8]) -> Option<Vec<u8>> {
        let is_type = matches!(name, b"type" | b"kind");
        if is_type
            && calls(text)
            && let Some(payload) = self.search(is_payload)
        {
            let called = called_in_object(payload)
                .or_else(|| Some(text_in(payload, b"name")?.into_owned()).filter(|t| is_name(t)));
            return Some(match called {
                Some(called) => [text, b" ", &called].concat(),
                None => text.to_vec(),
            });
        }
        let is_operation = match name {
            b"type" | b"kind" => {
                let may_be_type = is_verb_of_thing(text) || (self.is_root && is_name(text));
                may_be_type && self.search(is_payload).is_some()
            }
            b"name" | b"target" => is_name(text) && self.has_arguments(),
            // A function of a controller, as Aura writes it: `apex://Tea/ACTION$list`.
            b"descriptor" => text.contains_str("://"),
            _ => false,
        };
        is_operation.then(|| text.to_vec())
    }

    fn has_type(&mut self) -> bool {
        self.search(|name| matches!(name, b"type" | b"kind"))
            .is_some()
    }

    /// Whether it has arguments of a call; products have options as well.
    fn has_arguments(&mut self) -> bool {
        let is_payload = self.is_payload;
        let may_be_options = |name: &[u8]| is_payload && matches!(name, b"options" | b"input");
        self.search(|name| is_arguments(name) || may_be_options(name))
            .is_some()
    }

    /// Returns the value of the first of these members, if it is the first search.
    fn search(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<&[u8]> {
        if self.is_asked {
            return None;
        }
        self.is_asked = true;
        member_of(self.text, is_wanted)
    }
}

/// A walk over all members that keeps the path of the current one.
struct MemberWalk<'j, 'n> {
    items: Items<'j>,
    path: Vec<u8>,
    /// The length of the path at the beginning.
    root_length: usize,
    /// Whether the value that comes next is the payload of a message.
    is_in_message: bool,
    names: &'n mut BodyFields,
}

impl MemberWalk<'_, '_> {
    /// Reads the current value. `None` ends the walk: no room for another name, or not JSON.
    fn value(&mut self, depth: usize) -> Option<()> {
        let first = self.items.peek()?;
        let is_in_message = mem::take(&mut self.is_in_message);
        if depth >= DEEPEST || !matches!(first, b'{' | b'[') {
            let value = self.items.item()?;
            return self.leaf(value);
        }
        let mut object = OpenObject {
            text: self.items.0.rest(),
            is_root: self.path.len() == self.root_length,
            is_payload: is_in_message,
            is_asked: false,
        };
        self.items.0.at += 1;
        let mut is_empty = true;
        while !matches!(self.items.peek()?, b'}' | b']') {
            is_empty = false;
            let length = self.path.len();
            let mut operations = Vec::new();
            if first == b'{' {
                let Member::Name(name) = self.items.0.member()? else {
                    return None;
                };
                self.step(&unescaped(name));
                let shown = if object.is_root { name } else { &self.path };
                operations = object.operations(name, shown, self.items);
                self.is_in_message = object.is_root && is_payload(name) && object.has_type();
            }
            if operations.is_empty() {
                self.value(depth + 1)?;
            } else {
                self.items.item()?;
            }
            for operation in operations {
                self.names.add_operation(&self.path, &operation);
            }
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
            // What has happened.
            (r#"{"object_kind":"push","n":1}"#, "object_kind=push, n: 1"),
            (r#"{"type":"invoice.paid"}"#, "type=invoice.paid"),
            (
                r#"{"type":"track","event":"Tea Opened"}"#,
                "type: track, event=Tea%20Opened",
            ),
            (r#"{"a":{"type":"invoice.paid"}}"#, "a.type: invoice.paid"),
            // Calls as lists, and with arguments.
            (
                r#"{"rpc":[["12","a.Tea","pour",[]],["12","a.Tea","drop",[]]],"n":1}"#,
                "rpc=a.Tea.pour, rpc=a.Tea.drop, n: 1",
            ),
            (
                r#"{"methodCalls":[["Tea/get",{"id":1},"0"]]}"#,
                "methodCalls=Tea/get",
            ),
            (r#"{"tags":[["red","blue"]]}"#, "tags: red"),
            (
                r#"{"calls":[{"name":"pour","arguments":"{}"}]}"#,
                "calls.name=pour, calls.arguments",
            ),
            (
                r#"{"type":1,"target":"pour","arguments":[]}"#,
                "type: 1, target=pour, arguments",
            ),
            (
                r#"{"type":2,"data":{"name":"tea","options":[]}}"#,
                "type: 2, data.name=tea, data.options",
            ),
            (
                r#"{"data":{"name":"tea","options":[]}}"#,
                "data.name: tea, data.options",
            ),
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
                r#"{"operationName":"F","query":"query E{e{id}} mutation F{f{id}}"}"#,
                "operationName=F",
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
