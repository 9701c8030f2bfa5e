//! Divides a line with tags into links and text.

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
const LINKS: &[&[u8]] = &[
    b"action",
    b"background",
    b"cite",
    b"data-href",
    b"data-original",
    b"data-src",
    b"data-url",
    b"formaction",
    b"href",
    b"icon",
    b"longdesc",
    b"manifest",
    b"ping",
    b"poster",
    b"src",
];

/// Attributes that contain several links, each followed by a size.
const LISTS: [&[u8]; 3] = [b"data-srcset", b"imagesrcset", b"srcset"];

/// Returns whether a line has a tag: `<` and a letter, a slash, or `!` or `?`. A URL in angle
/// brackets is not a tag.
pub(super) fn has_tags(line: &[u8]) -> bool {
    memchr::memchr_iter(b'<', line).any(|at| {
        let rest = &line[at + 1..];
        let name = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        rest.first()
            .is_some_and(|&b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!' | b'?'))
            && !rest[name..].starts_with(b"://")
    })
}

/// Cuts a line into parts, in order.
pub(super) fn parts(line: &[u8]) -> Vec<MarkupPart<'_>> {
    let mut parts = Vec::new();
    let mut text = 0;
    let mut at = 0;
    while let Some(equals) = memchr::memchr(b'=', &line[at..]).map(|length| at + length) {
        at = equals + 1;
        let name_end = equals
            - line[..equals]
                .iter()
                .rev()
                .take_while(|b| b.is_ascii_whitespace())
                .count();
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'_');
        let name_start = name_end - line[..name_end].iter().rev().take_while(is_name).count();
        let before = name_start.checked_sub(1).map(|at| line[at]);
        if name_start == name_end
            || !before.is_none_or(|b| b.is_ascii_whitespace() || b"\"'./".contains(&b))
        {
            continue;
        }
        let name = line[name_start..name_end].to_ascii_lowercase();
        let local = name.rsplit(|&b| b == b':').next().unwrap_or_default();
        let is_space = name.starts_with(b"xmlns") || local == b"schemalocation";
        let is_list = LISTS.contains(&local);
        let is_refresh = local == b"content";
        let is_object = local == b"data" && is_in(line, name_start, b"<object");
        if !(is_space || is_list || is_refresh || is_object || LINKS.contains(&local)) {
            continue;
        }
        let (start, end) = value(line, at);
        let found = &line[start..end];
        if is_refresh {
            // `0; url=/next`; other content is text.
            let Some(url) = memchr::memmem::find(&found.to_ascii_lowercase(), b"url=") else {
                continue;
            };
            parts.push(MarkupPart::Text(&line[text..start]));
            parts.push(MarkupPart::Link(trim_quotes(&found[url + 4..])));
        } else {
            parts.push(MarkupPart::Text(&line[text..name_start]));
            if is_list {
                for entry in found.split(|&b| b == b',') {
                    let words = entry.trim_ascii().split(u8::is_ascii_whitespace);
                    parts.extend(words.take(1).map(MarkupPart::Link));
                }
            } else if !is_space {
                let is_base = local == b"href" && is_in(line, name_start, b"<base");
                parts.push(if is_base {
                    MarkupPart::Base(found)
                } else {
                    MarkupPart::Link(found)
                });
            }
        }
        (text, at) = (end, end);
    }
    parts.push(MarkupPart::Text(&line[text..]));
    // The URL in a document type is not a link.
    parts.retain(|piece| !matches!(piece, MarkupPart::Text(text) if text.len() > 9 && text[..9].eq_ignore_ascii_case(b"<!doctype")));
    parts
}

/// Returns the range of the value after `=`.
fn value(line: &[u8], at: usize) -> (usize, usize) {
    let at = at
        + line[at..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
    // In a script, quotes may be escaped.
    let escaped = usize::from(line.get(at) == Some(&b'\\'));
    if let Some(&quote @ (b'"' | b'\'')) = line.get(at + escaped) {
        let start = at + escaped + 1;
        let end = memchr::memchr(quote, &line[start..]).map_or(line.len(), |length| start + length);
        return (start, end - escaped.min(end - start));
    }
    let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'>' | b'"' | b'\'' | b'<');
    (
        at,
        line[at..]
            .iter()
            .position(is_end)
            .map_or(line.len(), |length| at + length),
    )
}

/// Returns whether an offset is in a tag that begins like this, shortly before it.
fn is_in(line: &[u8], at: usize, tag: &[u8]) -> bool {
    const FAR: usize = 1000;
    let near = at.saturating_sub(FAR);
    memchr::memrchr(b'<', &line[near..at]).is_some_and(|open| {
        line[near + open..]
            .get(..tag.len())
            .is_some_and(|name| name.eq_ignore_ascii_case(tag))
    })
}

fn trim_quotes(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
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
