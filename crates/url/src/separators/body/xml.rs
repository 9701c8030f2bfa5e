//! XML: the first element of a SOAP body, the method of XML-RPC, or the root of any other document.

use super::names::BodyFields;
use bstr::ByteSlice;

/// Elements read of a document.
const MOST: usize = 256;

pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    let mut elements = Elements(body).take(MOST);
    let Some((root, _)) = elements.next() else {
        return;
    };
    if root.eq_ignore_ascii_case(b"envelope") {
        let mut inner = elements.skip_while(|(name, _)| !name.eq_ignore_ascii_case(b"body"));
        if let Some((operation, _)) = inner.nth(1) {
            names.add_operation(b"soap", operation);
        }
    } else if root.eq_ignore_ascii_case(b"methodcall") {
        if let Some((_, text)) = elements.find(|(name, _)| name.eq_ignore_ascii_case(b"methodname"))
        {
            names.add_operation(b"method", text.trim_ascii());
        }
    } else if !root.eq_ignore_ascii_case(b"html") {
        names.add_operation(b"xml", root);
    }
}

/// Iterates over the start tags of a text: name without namespace, and the text after the tag.
struct Elements<'x>(&'x [u8]);

impl<'x> Iterator for Elements<'x> {
    type Item = (&'x [u8], &'x [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.0[self.0.find_byte(b'<')? + 1..];
            let end = match rest {
                // Skips comments and sections.
                [b'!', b'-', b'-', ..] => rest.find("-->")? + 2,
                [b'!', b'[', ..] => rest.find("]]>")? + 2,
                _ => rest.find_byte(b'>')?,
            };
            self.0 = &rest[end + 1..];
            if rest
                .first()
                .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            {
                let name = &rest[..end];
                let name = &name[..name.find_byteset(b" \t\r\n/").unwrap_or(end)];
                let name = name.rsplit_once_str(":").map_or(name, |(_, name)| name);
                return Some((
                    name,
                    &self.0[..self.0.find_byte(b'<').unwrap_or(self.0.len())],
                ));
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
