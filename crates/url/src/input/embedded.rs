//! The URL inside a line: the first `scheme://` between words, quotes or brackets.

use super::line;
use super::word::partner;
use bstr::ByteSlice;

/// Whether a byte may come right before a URL.
fn is_edge(byte: u8) -> bool {
    byte <= b' ' || b"\"'`<>([{=,;|".contains(&byte)
}

/// Whether a text ends with a label after a blank, and a colon: ` URL:`.
fn is_label(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b":") else {
        return false;
    };
    match before.trim_end_with(|c| c.is_ascii_alphabetic()) {
        rest @ [.., b'\0'..=b' '] => rest.len() < before.len(),
        _ => false,
    }
}

/// Returns the first absolute URL in a line, without the text after it. `None` if there is none, or
/// if the line itself begins with a scheme: `javascript:open('https://a.example/')` is another URL.
pub(super) fn url(line: &[u8]) -> Option<&[u8]> {
    let is_of_scheme = |b: &&u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
    let scheme = line.iter().take_while(is_of_scheme).count();
    let begins_with_letter = line.first().is_some_and(u8::is_ascii_alphabetic);
    if scheme > 1
        && begins_with_letter
        && let [b':', first, ..] = line[scheme..]
        && first > b' '
    {
        return None;
    }
    let mut from = 0;
    loop {
        let colon = from + line[from..].find("://")?;
        let name = line[from..colon].iter().rev();
        let length = name.take_while(is_of_scheme).count();
        let start = colon - length;
        from = colon + 3;
        if length < 2 || !line[start].is_ascii_alphabetic() {
            continue;
        }
        let (before, rest) = line.split_at(start);
        let open = before.last().copied();
        if open.is_none_or(is_edge) || is_label(before) {
            return Some(cut(rest, open));
        }
    }
}

/// Cuts a URL off at the bracket or quote that closes the one before it, or else at the text after
/// it.
fn cut(rest: &[u8], open: Option<u8>) -> &[u8] {
    if let Some(close) = open.and_then(partner)
        && let Some(end) = rest.find_byte(close)
    {
        return &rest[..end];
    }
    line::url(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_url_of_a_line_is_found() {
        for (line, wanted) in [
            ("\"https://a.example/x\",", Some("https://a.example/x")),
            ("<https://a.example/x?a=1>", Some("https://a.example/x?a=1")),
            ("see https://a.example/x [200]", Some("https://a.example/x")),
            (
                "[\"com,example)/\",\"20200102030405\",\"http://example.com:80/\",\"200\"],",
                Some("http://example.com:80/"),
            ),
            ("url=https://a.example/x 200", Some("https://a.example/x")),
            (
                "- [title](https://a.example/x) and more",
                Some("https://a.example/x"),
            ),
            (
                "INFO: fetched https://a.example/x",
                Some("https://a.example/x"),
            ),
            (
                "2026-05-01 URL:https://a.example/x [9/9] -> \"x\" [1]",
                Some("https://a.example/x"),
            ),
            ("a:https://a.example/x", None),
            ("javascript:open('https://a.example/')", None),
            ("data:text/html,<a href=https://a.example/>", None),
            ("mailto:a@b.example?x= https://a.example/", None),
            ("a.b://", None),
            ("x:// y", None),
            ("no url", None),
            ("", None),
        ] {
            assert_eq!(
                url(line.as_bytes()).map(ByteSlice::as_bstr),
                wanted.map(Into::into),
                "{line}"
            );
        }
    }
}
