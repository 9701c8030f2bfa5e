//! Divides a line with tags into links and text.

use super::request::known;
use bstr::ByteSlice;
use std::ops::Range;
use urlsift_url::list::list;

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkupPart<'l> {
    Text(&'l [u8]),
    /// The value of an attribute that contains a link.
    Link(&'l [u8]),
    /// A link, and the method of the request to it.
    Request(&'l [u8], &'static str),
    /// The link that other links are relative to.
    Base(&'l [u8]),
}

/// Attributes that contain a link.
const LINKS: [&str; 14] = list(
    "action background cite data-href data-original data-src data-url formaction href icon \
    longdesc manifest poster src",
);

/// Attributes of frameworks that contain the link of a request of this method, perhaps after
/// `data-`.
const REQUESTS: [(&str, &str); 5] = [
    ("hx-get", "GET"),
    ("hx-post", "POST"),
    ("hx-put", "PUT"),
    ("hx-patch", "PATCH"),
    ("hx-delete", "DELETE"),
];

/// Attributes with the method of the request that a link sends.
const METHODS: [&[u8]; 3] = [b"data-method", b"data-turbo-method", b"data-ajax-method"];

/// Attributes that contain several links, each followed by a size.
const LISTS: [&str; 3] = ["data-srcset", "imagesrcset", "srcset"];

/// Returns whether a line has a tag: `<` and a letter, a slash, or `!` or `?`. A URL in angle
/// brackets is not a tag.
pub(super) fn has_tags(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some(open) = rest.find_byte(b'<') {
        rest = &rest[open + 1..];
        if is_tag(rest) {
            return true;
        }
    }
    false
}

fn is_tag(text: &[u8]) -> bool {
    match text {
        [b'/' | b'!' | b'?', ..] => true,
        [b'a'..=b'z' | b'A'..=b'Z', ..] => {
            let rest = text.trim_start_with(|c| c.is_ascii_alphanumeric());
            !rest.starts_with(b"://")
        }
        _ => false,
    }
}

/// Cuts a line into parts, in order.
pub(super) fn parts(line: &[u8]) -> Vec<MarkupPart<'_>> {
    let mut parts = Vec::new();
    let mut text_start = 0;
    let mut at = 0;
    while let Some(distance) = line[at..].find_byte(b'=') {
        let equals = at + distance;
        at = equals + 1;
        let Some(name) = attribute_name(&line[..equals]) else {
            continue;
        };
        let Some(kind) = attribute_kind(line, name.clone()) else {
            continue;
        };
        let range = value_range(line, at);
        let value = &line[range.clone()];
        if kind == AttributeKind::Refresh {
            let Some(target) = refresh_target(value) else {
                at = range.end;
                continue;
            };
            parts.push(MarkupPart::Text(&line[text_start..range.start]));
            parts.push(MarkupPart::Link(trim_quotes(target)));
        } else {
            parts.push(MarkupPart::Text(&line[text_start..name.start]));
        }
        match kind {
            AttributeKind::Link => parts.push(match sent_method(line, name.start) {
                Some(method) => MarkupPart::Request(value, method),
                None => MarkupPart::Link(value),
            }),
            AttributeKind::Request(method) => parts.push(MarkupPart::Request(value, method)),
            AttributeKind::Pings => {
                for target in value.split(u8::is_ascii_whitespace) {
                    parts.push(MarkupPart::Request(target, "POST"));
                }
            }
            AttributeKind::Base => parts.push(MarkupPart::Base(value)),
            AttributeKind::List => {
                for entry in value.split(|&b| b == b',') {
                    let mut words = entry.trim_ascii().split(u8::is_ascii_whitespace);
                    let target = words.next().unwrap_or_default();
                    parts.push(MarkupPart::Link(target));
                }
            }
            AttributeKind::Refresh | AttributeKind::Namespace | AttributeKind::OfForm => {}
        }
        text_start = range.end;
        at = range.end;
    }
    parts.push(MarkupPart::Text(&line[text_start..]));
    // The URL in a document type is not a link.
    parts.retain(|part| match part {
        MarkupPart::Text(text) => !begins_with(text, b"<!doctype"),
        _ => true,
    });
    parts
}

/// The meaning of an attribute that contains a URL.
#[derive(PartialEq, Eq)]
enum AttributeKind {
    Link,
    /// The link that other links are relative to.
    Base,
    /// A link, and the method of the request to it.
    Request(&'static str),
    /// Several links that get a notice each.
    Pings,
    /// A link that is read with its form.
    OfForm,
    /// Several links.
    List,
    /// A link may follow `url=`.
    Refresh,
    /// A name of XML, which is not a link.
    Namespace,
}

/// Returns the meaning of an attribute, given the range of its name.
fn attribute_kind(line: &[u8], name: Range<usize>) -> Option<AttributeKind> {
    let start = name.start;
    let name = line[name].to_str_lossy().to_ascii_lowercase();
    let (_, local) = name.rsplit_once(':').unwrap_or(("", &name));
    match local {
        "content" => Some(AttributeKind::Refresh),
        "schemalocation" => Some(AttributeKind::Namespace),
        _ if LISTS.contains(&local) => Some(AttributeKind::List),
        _ if name.starts_with("xmlns") => Some(AttributeKind::Namespace),
        "href" if is_in(line, start, b"<base") => Some(AttributeKind::Base),
        "ping" => Some(AttributeKind::Pings),
        "action" if is_in(line, start, b"<form") => Some(AttributeKind::OfForm),
        "formaction" => Some(AttributeKind::OfForm),
        "data" if is_in(line, start, b"<object") => Some(AttributeKind::Link),
        _ if LINKS.contains(&local) => Some(AttributeKind::Link),
        _ => {
            let own = local.strip_prefix("data-").unwrap_or(local);
            let request = REQUESTS.iter().find(|(name, _)| *name == own)?;
            Some(AttributeKind::Request(request.1))
        }
    }
}

/// Returns the method that an attribute of the tag around an offset says of its link.
fn sent_method(line: &[u8], at: usize) -> Option<&'static str> {
    let near = at.saturating_sub(FAR);
    let open = near + line[near..at].rfind_byte(b'<')?;
    let tag = &line[open..line.len().min(at + FAR)];
    let tag = &tag[..tag.find_byte(b'>').unwrap_or(tag.len())];
    for name in METHODS {
        if let Some((_, value)) = tag.split_once_str(name)
            && let Some(value) = value.strip_prefix(b"=")
        {
            return known(&value[value_range(value, 0)]);
        }
    }
    None
}

/// Returns the range of the name at the end of a text, if it may be the name of an attribute.
pub(super) fn attribute_name(text: &[u8]) -> Option<Range<usize>> {
    let text = text.trim_ascii_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-:_".contains(c);
    let before = text.trim_end_with(is_part);
    if let Some(last) = before.last()
        && !last.is_ascii_whitespace()
        && !b"\"'./".contains(last)
    {
        return None;
    }
    let name = before.len()..text.len();
    if name.is_empty() { None } else { Some(name) }
}

/// Returns the range of the value after `=`.
pub(super) fn value_range(line: &[u8], at: usize) -> Range<usize> {
    let value = line[at..].trim_ascii_start();
    let at = line.len() - value.len();
    // In a script, quotes may be escaped.
    let unescaped = value.strip_prefix(b"\\").unwrap_or(value);
    if let [quote @ (b'"' | b'\''), inner @ ..] = unescaped {
        let escaped = value.len() - unescaped.len();
        let start = at + escaped + 1;
        let length = inner.find_byte(*quote).unwrap_or(inner.len());
        return start..start + length.saturating_sub(escaped);
    }
    for (length, byte) in value.iter().enumerate() {
        if byte.is_ascii_whitespace() || b">\"'<".contains(byte) {
            return at..at + length;
        }
    }
    at..line.len()
}

/// Returns the text after `url=` in the content of a refresh: `0; url=/next`.
pub(super) fn refresh_target(content: &[u8]) -> Option<&[u8]> {
    let at = content.to_ascii_lowercase().find("url=")?;
    Some(content[at + 4..].trim_ascii())
}

/// Bytes around an attribute that are searched for the ends of its tag.
const FAR: usize = 1000;

/// Returns whether an offset is in a tag that begins like this, shortly before it.
fn is_in(line: &[u8], at: usize, tag: &[u8]) -> bool {
    let near = at.saturating_sub(FAR);
    match line[near..at].rfind_byte(b'<') {
        Some(open) => begins_with(&line[near + open..], tag),
        None => false,
    }
}

/// Returns whether a text begins with a tag, in any case.
pub(super) fn begins_with(text: &[u8], tag: &[u8]) -> bool {
    let start = text.get(..tag.len()).unwrap_or_default();
    start.eq_ignore_ascii_case(tag)
}

fn trim_quotes(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"'").unwrap_or(text);
    text.strip_suffix(b"'").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(tags: &str) -> Vec<String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let link = |piece: MarkupPart<'_>| match piece {
            MarkupPart::Link(link) => Some(text(link)),
            MarkupPart::Request(link, method) => Some(format!("{method} {}", text(link))),
            MarkupPart::Base(link) => Some(format!("base {}", text(link))),
            MarkupPart::Text(_) => None,
        };
        parts(tags.as_bytes())
            .into_iter()
            .filter_map(link)
            .collect()
    }

    #[test]
    fn attributes_hold_links() {
        for (line, wanted) in [
            (r#"<a class=x href="/a b.html">"#, &["/a b.html"][..]),
            ("<a href=/a>x</a><img src='b.png'/>", &["/a", "b.png"]),
            (r#"<a HREF = "/a">"#, &["/a"]),
            (
                r#"<img srcset="a.png 1x, /b.png 2x" src="">"#,
                &["a.png", "/b.png", ""],
            ),
            (
                r#"<base href="https://a.example/x/">"#,
                &["base https://a.example/x/"],
            ),
            (
                r#"<meta http-equiv=refresh content="0; URL='/next'">"#,
                &["/next"],
            ),
            (r#"<use xlink:href="/i.svg#a"/>"#, &["/i.svg#a"]),
            (r#"<svg xmlns="http://www.w3.org/2000/svg">"#, &[]),
            (r#"el.innerHTML = "<a href=\"/x\">""#, &["/x"]),
            (r#"<a title="x?href=/no" data-x="y">"#, &[]),
            ("<object data=\"/a.swf\"><x data='b'>", &["/a.swf"]),
            ("<p>x=1</p>", &[]),
            ("<a href=\"open", &["open"]),
            ("<a hx-post=/x>", &["POST /x"]),
            ("<b data-hx-delete='/x?a=1'>", &["DELETE /x?a=1"]),
            ("<div hx-get=\"/x\" hx-put=\"/y\">", &["GET /x", "PUT /y"]),
            ("<a ping=\"/p /q\" href=/x>", &["POST /p", "POST /q", "/x"]),
            ("<a href=/x data-method=\"delete\">", &["DELETE /x"]),
            ("<a data-turbo-method=patch href=/x>", &["PATCH /x"]),
            ("<a href=/x data-method=get>", &["GET /x"]),
            ("<a href=/x><a href=/y data-method=put>", &["/x", "PUT /y"]),
            ("<form method=post action=/x><button formaction=/y>", &[]),
            ("<x action=/y>", &["/y"]),
            ("<a href=", &[""]),
        ] {
            assert_eq!(links(line), wanted, "{line}");
        }
    }

    #[test]
    fn tags_are_told_from_addresses() {
        for (line, wanted) in [
            ("<a>", true),
            ("x </p>", true),
            ("<?xml", true),
            ("a < b", false),
            ("<https://a.example/>", false),
        ] {
            assert_eq!(has_tags(line.as_bytes()), wanted, "{line}");
        }
    }
}
