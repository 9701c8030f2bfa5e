//! XML: the first element of a SOAP body, the method of XML-RPC, or the root of any other document.

use super::names::BodyFields;
use crate::bytes::{before, split_last, split_once};
use bstr::ByteSlice;

/// Elements read of a document.
const MOST: usize = 256;

pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    let mut elements = StartTags(body).take(MOST);
    let Some(root) = elements.next() else {
        return;
    };
    if root.is(b"envelope") {
        let mut inner = elements.skip_while(|element| !element.is(b"body"));
        if let Some(operation) = inner.nth(1) {
            names.add_operation(b"soap", operation.name);
        }
    } else if root.is(b"methodcall") {
        if let Some(method) = elements.find(|element| element.is(b"methodname")) {
            names.add_operation(b"method", method.text.trim_ascii());
        }
    } else if !root.is(b"html") {
        names.add_operation(b"xml", root.name);
    }
}

/// A start tag.
struct StartTag<'x> {
    /// Its name, without namespace.
    name: &'x [u8],
    /// The text after it, up to the next tag.
    text: &'x [u8],
}

impl StartTag<'_> {
    /// Whether it has this name, in any case.
    fn is(&self, name: &[u8]) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Iterates over the start tags of a text.
struct StartTags<'x>(&'x [u8]);

impl<'x> Iterator for StartTags<'x> {
    type Item = StartTag<'x>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.0.find_byte(b'<')? + 1;
            let rest = &self.0[start..];
            let end = match rest {
                // Skips comments and sections.
                [b'!', b'-', b'-', ..] => rest.find("-->")? + 2,
                [b'!', b'[', ..] => rest.find("]]>")? + 2,
                _ => rest.find_byte(b'>')?,
            };
            self.0 = &rest[end + 1..];
            if matches!(rest, [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..]) {
                let name = before(&rest[..end], |byte| b" \t\r\n/".contains(&byte));
                let name = match split_last(name, b':') {
                    Some((_, local)) => local,
                    None => name,
                };
                let text = match split_once(self.0, b'<') {
                    Some((text, _)) => text,
                    None => self.0,
                };
                return Some(StartTag { name, text });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shown;

    #[test]
    fn operations_are_elements() {
        for (body, wanted) in [
            (
                "<?xml version=\"1.0\"?><s:Envelope xmlns:s=\"x\"><s:Header><a:Token>7</a:Token></s:Header>\
                 <s:Body><m:GetZork><id>7</id></m:GetZork></s:Body></s:Envelope>",
                "soap=GetZork",
            ),
            (
                "<Envelope><!-- <Body><X/> --><Body>\n<AddZork/></Body></Envelope>",
                "soap=AddZork",
            ),
            ("<Envelope><Body></Body></Envelope>", ""),
            (
                "<methodCall><methodName> zork.add </methodName><params/></methodCall>",
                "method=zork.add",
            ),
            ("<zork id='7'><name>x</name></zork>", "xml=zork"),
            ("<html><body><form>", ""),
            ("<", ""),
            ("<!-- ", ""),
            ("<a", ""),
        ] {
            assert_eq!(shown(body.as_bytes()), wanted, "{body}");
        }
    }
}
