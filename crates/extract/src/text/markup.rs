//! Divides a line with tags into links and text.

use bstr::ByteSlice;
use std::ops::Range;
use urlsift_url::list::list;

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkupPart<'l> {
    Text(&'l [u8]),
    /// The value of an attribute that contains a link.
    Link(&'l [u8]),
    /// The link that other links are relative to.
    Base(&'l [u8]),
}

/// Attributes that contain a link.
const LINKS: [&str; 15] = list(
    "action background cite data-href data-original data-src data-url formaction href icon \
    longdesc manifest ping poster src",
);

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
            AttributeKind::Link => parts.push(MarkupPart::Link(value)),
            AttributeKind::Base => parts.push(MarkupPart::Base(value)),
            AttributeKind::List => {
                for entry in value.split(|&b| b == b',') {
                    let mut words = entry.trim_ascii().split(u8::is_ascii_whitespace);
                    let target = words.next().unwrap_or_default();
                    parts.push(MarkupPart::Link(target));
                }
            }
            AttributeKind::Refresh | AttributeKind::Namespace => {}
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
        "data" if is_in(line, start, b"<object") => Some(AttributeKind::Link),
        _ if LINKS.contains(&local) => Some(AttributeKind::Link),
        _ => None,
    }
}

/// Returns the range of the name at the end of a text, if it may be the name of an attribute.
fn attribute_name(text: &[u8]) -> Option<Range<usize>> {
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
fn value_range(line: &[u8], at: usize) -> Range<usize> {
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

/// Returns whether an offset is in a tag that begins like this, shortly before it.
fn is_in(line: &[u8], at: usize, tag: &[u8]) -> bool {
    const FAR: usize = 1000;
    let near = at.saturating_sub(FAR);
    match line[near..at].rfind_byte(b'<') {
        Some(open) => begins_with(&line[near + open..], tag),
        None => false,
    }
}

/// Returns whether a text begins with a tag, in any case.
fn begins_with(text: &[u8], tag: &[u8]) -> bool {
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
