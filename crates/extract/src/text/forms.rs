//! Reads the forms of a page. Each is a request with the method and the names of its fields, which
//! may stand on several lines.

use super::body::FormFields;
use super::escape::decoded;
use super::markup::{attribute_name, begins_with, value_range};
use super::request::known;
use bstr::ByteSlice;

/// Maximum number of fields of a form.
const FIELDS: usize = 200;

/// Maximum length of a tag that goes on in the next line, in bytes.
const TAG: usize = 8 << 10;

/// Tags of forms and of their fields.
const TAGS: [&[u8]; 5] = [b"form", b"input", b"select", b"textarea", b"button"];

/// A request that a form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormRequest {
    /// The link, with the names of the fields as its query if they are sent there.
    pub link: String,
    pub method: Option<&'static str>,
    /// The names of the fields, if they are sent in a body.
    pub body: Option<String>,
}

/// The form that is open so far.
#[derive(Clone, Debug, Default)]
pub(super) struct FormReader {
    form: Option<OpenForm>,
    /// The start of a tag that is not complete, with the lines around it.
    tag: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
struct OpenForm {
    method: Option<&'static str>,
    /// The link of the form, and those of its buttons.
    targets: Vec<FormTarget>,
    names: Vec<String>,
    fields: FormFields,
}

#[derive(Clone, Debug)]
struct FormTarget {
    link: String,
    /// The method of a button.
    method: Option<&'static str>,
}

impl FormReader {
    /// Holds a line that ends within the tag of a form or field. Returns whether it is held.
    pub(super) fn holds(&mut self, line: &[u8]) -> bool {
        if self.tag.is_empty() && !ends_in_tag(line) {
            return false;
        }
        if !self.tag.is_empty() {
            self.tag.push(b' ');
        }
        self.tag.extend_from_slice(line);
        true
    }

    /// Returns the lines of a tag that is complete, or too long.
    pub(super) fn take(&mut self) -> Option<Vec<u8>> {
        let is_open = ends_in_tag(&self.tag) && self.tag.len() < TAG;
        (!is_open).then(|| self.release())
    }

    /// Returns the lines that are held.
    pub(super) fn release(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.tag)
    }

    /// Reads the tags of a line, and returns the requests of the forms that end in it.
    pub(super) fn line(&mut self, line: &[u8]) -> Vec<FormRequest> {
        let mut requests = Vec::new();
        let mut rest = line;
        while let Some(open) = rest.find_byte(b'<') {
            rest = &rest[open + 1..];
            if begins_with(rest, b"/form") {
                self.end(&mut requests);
            }
            let Some(name) = TAGS.iter().find(|name| begins_with(rest, name)) else {
                continue;
            };
            let tag = &rest[name.len()..tag_end(rest)];
            let goes_on = tag
                .first()
                .is_none_or(|next| !next.is_ascii_alphanumeric() && *next != b'-');
            if goes_on {
                self.tag(name, &TagAttributes::of(tag), &mut requests);
            }
        }
        requests
    }

    /// Ends the open form.
    pub(super) fn end(&mut self, requests: &mut Vec<FormRequest>) {
        if let Some(form) = self.form.take() {
            form.send(requests);
        }
    }

    fn tag(&mut self, name: &[u8], tag: &TagAttributes, requests: &mut Vec<FormRequest>) {
        if name == b"form" {
            self.end(requests);
            self.form = Some(OpenForm {
                method: tag.method,
                targets: tag.target().into_iter().collect(),
                ..OpenForm::default()
            });
            return;
        }
        let Some(form) = &mut self.form else {
            // A button may belong to a form elsewhere.
            if let Some(target) = tag.target() {
                let form = OpenForm {
                    targets: vec![target],
                    ..OpenForm::default()
                };
                form.send(requests);
            }
            return;
        };
        form.targets.extend(tag.target());
        form.add(&tag.name);
    }
}

impl OpenForm {
    /// Adds the name of a field, once.
    fn add(&mut self, name: &str) {
        let is_known = self.names.iter().any(|known| known == name);
        if !is_known && self.names.len() < FIELDS {
            self.fields.add(name, "");
            self.names.push(name.to_owned());
        }
    }

    /// Adds the requests that it sends.
    fn send(self, requests: &mut Vec<FormRequest>) {
        let names = self.fields.text;
        for target in self.targets {
            let method = target.method.or(self.method);
            let mut request = FormRequest {
                link: target.link,
                method,
                body: None,
            };
            if names.is_empty() {
                // The link is all that is known.
            } else if method.is_some_and(|method| method != "GET") {
                request.body = Some(names.clone());
            } else {
                // The names take the place of a query.
                let end = request.link.find(['?', '#']).unwrap_or(request.link.len());
                request.link.truncate(end);
                request.link.push('?');
                request.link.push_str(&names);
            }
            requests.push(request);
        }
    }
}

/// The attributes of the tag of a form or field.
#[derive(Default)]
struct TagAttributes {
    link: Option<String>,
    method: Option<&'static str>,
    name: String,
}

impl TagAttributes {
    /// Reads the attributes of a tag.
    fn of(tag: &[u8]) -> Self {
        let mut found = Self::default();
        let mut sends_nothing = false;
        let mut at = 0;
        while let Some(distance) = tag[at..].find_byte(b'=') {
            let equals = at + distance;
            at = equals + 1;
            let Some(name) = attribute_name(&tag[..equals]) else {
                continue;
            };
            let range = value_range(tag, at);
            at = range.end;
            let value = decoded(&tag[range], true);
            let value = value.to_str_lossy();
            let value = value.trim();
            match &*tag[name].to_ascii_lowercase() {
                b"action" | b"formaction" => found.link = Some(value.to_owned()),
                b"method" | b"formmethod" => found.method = known(value.as_bytes()),
                b"name" => value.clone_into(&mut found.name),
                b"type" => sends_nothing = matches!(value, "button" | "reset"),
                _ => {}
            }
        }
        if sends_nothing {
            found.name.clear();
        }
        found
    }

    fn target(&self) -> Option<FormTarget> {
        Some(FormTarget {
            link: self.link.clone()?,
            method: self.method,
        })
    }
}

/// Returns where the tag at the start of a text ends.
fn tag_end(text: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate().take(TAG) {
        match quote {
            None if byte == b'>' => return at,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(open) if byte == open => quote = None,
            _ => {}
        }
    }
    text.find_byte(b'>').unwrap_or(text.len())
}

/// Whether a line ends within the tag of a form or field.
fn ends_in_tag(line: &[u8]) -> bool {
    let Some(open) = line.rfind_byte(b'<') else {
        return false;
    };
    let tag = &line[open + 1..];
    !tag.contains(&b'>') && TAGS.iter().any(|name| begins_with(tag, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the requests of a page, as lines.
    fn sent(page: &str) -> Vec<String> {
        let mut reader = FormReader::default();
        let mut requests = Vec::new();
        for line in page.lines() {
            if !reader.holds(line.as_bytes()) {
                requests.extend(reader.line(line.as_bytes()));
            } else if let Some(lines) = reader.take() {
                requests.extend(reader.line(&lines));
            }
        }
        let rest = reader.release();
        requests.extend(reader.line(&rest));
        reader.end(&mut requests);
        let mut lines = Vec::new();
        for request in requests {
            let method = request.method.unwrap_or("-");
            let body = request.body.unwrap_or_default();
            let line = format!("{method} {} {body}", request.link);
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    #[test]
    fn forms_are_requests_with_the_names_of_their_fields() {
        for (page, wanted) in [
            (
                "<form action=\"/a\" method=post><input name=q><input type=hidden name=csrf value=1></form>",
                &["POST /a q=&csrf="][..],
            ),
            (
                "<form method=get action=/find><input name=term></form>",
                &["GET /find?term="],
            ),
            (
                "<FORM ACTION='/a?old=1#x'><INPUT NAME='b c'></FORM>",
                &["- /a?b+c="],
            ),
            ("<form action=/a method=POST></form>", &["POST /a"]),
            ("<form action=/a method=dialog></form>", &["- /a"]),
            (
                "<form\n  method=\"post\"\n  action=\"/a\">\n<select\n name=s><option value=1></select>\n<textarea name=t></textarea>",
                &["POST /a s=&t="],
            ),
            (
                "<form method=post action=/a><input type=radio name=r><input type=radio name=r><button type=button name=x>",
                &["POST /a r="],
            ),
            (
                "<form method=post action=/a><input name=q><button formaction=/b name=go><button formaction=/c formmethod=get></form>",
                &["POST /a q=&go=", "POST /b q=&go=", "GET /c?q=&go="],
            ),
            ("<button formaction=\"/fa\">b</button>", &["- /fa"]),
            ("<button formaction=/fa formmethod=post>", &["POST /fa"]),
            (
                "<form action=/a><input name=x><form action=/b></form>",
                &["- /a?x=", "- /b"],
            ),
            ("<form method=post><input name=q></form>", &[]),
            ("<input name=q><formula action=/a><form-x action=/b>", &[]),
            (
                r#"el.innerHTML = "<form action=\"/a\" method=\"post\"><input name=\"q\"></form>""#,
                &["POST /a q="],
            ),
            (
                "<form action='/a&amp;b' title='x>y' method=put><input name=q></form>",
                &["PUT /a&b q="],
            ),
        ] {
            assert_eq!(sent(page), wanted, "{page}");
        }
    }
}
