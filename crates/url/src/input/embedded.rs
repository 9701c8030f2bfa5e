//! Finds the URL of a line of text, wherever it stands, and reads what stands beside it.

use super::absolute::{AbsoluteUrl, AbsoluteUrls};
use super::cdx;
use super::csv;
use super::field::Field;
use super::line::{self, Annotations};
use super::status::begins_like;
use super::word::offset_in;
use super::word_kind::{begins_request, is_address};
use crate::bytes::{before, begins_with, first, is_one_of};
use crate::name_words::NameWords;
use crate::parse::{self, Scratch};
use bstr::ByteSlice;

/// Schemes of URLs without a host, in whose text other URLs may stand.
const OPAQUE: [&str; 5] = ["data", "javascript", "mailto", "sms", "vbscript"];

/// Returns the first absolute URL in a line, without the text after it. `None` if there is none, or
/// if it is part of something else: of another URL, of a regular expression, of what a log says
/// besides its request.
pub(super) fn url(line: &[u8]) -> Option<&[u8]> {
    let found = AbsoluteUrls::of(line).next()?;
    let before = found.before();
    let is_pattern = before.ends_with(b"^");
    if is_pattern || has_opaque(before) || is_inside(before) || is_agent(before) {
        return None;
    }
    if is_referrer(found) || line::is_result_of_word(line) {
        return None;
    }
    if let Some(quoted) = found.quoted()
        && quoted.contains(&b' ')
    {
        return Some(quoted);
    }
    let written = line::within(found.text());
    if line::goes_on(found.word, written) {
        return Some(written);
    }
    Some(line::without_status(found.word))
}

/// Reads the annotations of a line that has no other form.
pub(super) fn notes(line: &[u8]) -> Annotations<'_> {
    Annotations::of(line, found(line, None))
}

/// Returns the part of a line of text that is its URL. `start` is the URL with which it begins, if
/// that is known.
pub(super) fn found<'l>(line: &'l [u8], start: Option<&'l [u8]>) -> &'l [u8] {
    if let Some(found) = behind_method(line) {
        return found;
    }
    let start = start.unwrap_or_else(|| line::within(line));
    let is_url = match parse::authority(start) {
        Some((_, is_proven)) => is_proven || parse::parse(start, &mut Scratch::default()).is_some(),
        None => false,
    };
    if is_url {
        return start;
    }
    url(line).unwrap_or(start)
}

/// Returns the URL of a row of a table without a header, `DELETE,https://example.com/login`.
fn behind_method(line: &[u8]) -> Option<&[u8]> {
    let (method, rest) = line.split_once_str(",")?;
    if begins_request(method) && is_address(rest) {
        Some(line::within(rest))
    } else {
        None
    }
}

/// Returns a field of a line from the annotations around its URL.
pub(super) fn beside<'r>(
    field: Field,
    line: &'r [u8],
    noted: impl FnOnce() -> Option<&'r [u8]>,
) -> Option<&'r [u8]> {
    cdx::row(line, field).or_else(noted)
}

/// Names of what led to a URL, before another one.
const SOURCES: [&str; 9] = [
    "base", "from", "origin", "parent", "ref", "referer", "referrer", "source", "via",
];

/// Whether a line has another URL behind its first one, which is neither the target of a redirect
/// nor the page that led to it.
pub(super) fn has_second(line: &[u8], url: &[u8]) -> bool {
    if has_joined(url) {
        return true;
    }
    let Some(start) = offset_in(line, url) else {
        return false;
    };
    let behind = &line[start + url.len()..];
    let Some(second) = AbsoluteUrls::of(behind).find(|other| !url.starts_with(other.word)) else {
        return false;
    };
    let notes = Annotations::of(line, url);
    let target = notes.get(Field::Location).unwrap_or_default();
    let status = notes.get(Field::Status).unwrap_or_default();
    let before = second.before().trim_end_with(|c| " :=\"'<>[".contains(c));
    let label = NameWords::of(before).next();
    let is_source = label.is_some_and(|word| word.is_among(&SOURCES));
    let is_target = target.starts_with(second.word) || status.starts_with(b"3");
    !is_source && !is_target && !before.ends_with(b"(") && !is_referrer(second)
}

/// Whether another URL is joined to this one by a comma or a similar sign. In a value with a URL,
/// it may be one of a list.
fn has_joined(url: &[u8]) -> bool {
    let is_start = |at: &usize| {
        let before = &url[..*at];
        let rest = &url[*at + 1..];
        let is_web = begins_with(rest, b"http://") || begins_with(rest, b"https://");
        is_web && before.find_iter("://").count() == 1
    };
    let mut signs = url.iter().enumerate();
    let is_joined = |(at, byte): (usize, &u8)| b",;|".contains(byte) && is_start(&at);
    signs.any(is_joined)
}

/// Returns the number of the column with the second URL of a line, from 1, if it has columns.
pub(super) fn second_column(line: &[u8]) -> Option<usize> {
    let columns = csv::fields(line, csv::separator(line));
    let mut with_url = columns.enumerate().filter(|(_, text)| is_address(text));
    let (index, _) = with_url.nth(1)?;
    Some(index + 1)
}

/// Whether a text has a URL without a host, which goes on to the end of the line:
/// `javascript:open('https://a.example/')`.
fn has_opaque(text: &[u8]) -> bool {
    for colon in text.find_iter(":") {
        let before = &text[..colon];
        let start = before.trim_end_with(|c| c.is_alphanumeric() || "-_.".contains(c));
        let is_label = matches!(text[colon..], [_, 0..=b' ', ..]);
        if !is_label && is_one_of(&before[start.len()..], &OPAQUE) {
            return true;
        }
    }
    false
}

/// Whether the word before a URL makes it a part of a path or query: `/login?next=https://...`.
fn is_inside(before: &[u8]) -> bool {
    let mut words = before.rsplit(|byte| *byte <= b' ');
    let word = words.next().unwrap_or_default();
    let unquoted = word.trim_start_with(|c| "\"'`([{<".contains(c));
    let is_path = unquoted.starts_with(b"/");
    match word.last() {
        Some(b'/') => word.iter().any(u8::is_ascii_alphanumeric),
        Some(b'=' | b'&') => is_path || word.contains(&b'?'),
        Some(b'?') => is_path,
        _ => false,
    }
}

/// Whether the text before a URL is that of a client's name: `(compatible; bot/1.0; +http://...)`.
fn is_agent(before: &[u8]) -> bool {
    match before.strip_suffix(b"+") {
        Some(text) => !text.trim_ascii().is_empty(),
        None => false,
    }
}

/// Whether a URL is the last or last but one of several quoted words in a line with a time in
/// brackets: there, logs have the page that led to a request.
fn is_referrer(found: AbsoluteUrl<'_>) -> bool {
    let Some(before) = found.before().strip_suffix(b" \"") else {
        return false;
    };
    let quotes_before = before.find_iter("\"").count();
    let quotes_behind = found.behind().find_iter("\"").count();
    let is_last = (1..=3).contains(&quotes_behind) && quotes_before + quotes_behind > 2;
    is_last && has_time(before)
}

/// Bytes of a time in brackets, at most.
const LONGEST_TIME: usize = 40;

/// Whether a text has a time in brackets: `[29/Nov/2026:02:36:18 +0000]`.
fn has_time(text: &[u8]) -> bool {
    for open in text.find_iter("[") {
        let time = before(first(&text[open + 1..], LONGEST_TIME), |byte| byte == b']');
        let colon = time.find_byte(b':').unwrap_or(time.len());
        let clock = &time[colon.saturating_sub(2)..];
        if begins_like(clock, b"00:00") || begins_like(&time[colon..], b":00:00:00") {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts before a URL that are no part of it, in any script.
    const BEFORE: &[&str] = &[
        "see ",
        "URL:",
        "URL: ",
        "found:",
        "Location:",
        "urls.txt:",
        "urls.txt:12:",
        "./lists/urls.txt:12:",
        "urls.txt-12-",
        "12:",
        "12-",
        "1.",
        "1)",
        "200",
        "-",
        "*",
        "+",
        "•",
        "–",
        "#",
        "@",
        "!",
        "~",
        "%",
        "$",
        "…",
        "[200]",
        "(200)",
        "[+]",
        "[GET]",
        "[INFO][2026]",
        "WARNING:root:Retrying ",
        "→",
        "=>",
        "✔",
        "🔗",
        "│",
        "a, b;",
        "x|",
        "url=",
        "target=",
        "('",
        "{\"",
        "<",
        "<java.net.URL>",
        "{",
        "“",
        "‘",
        "«",
        "‹",
        "„",
        "»",
        "「",
        "『",
        "【",
        "《",
        "（",
        "［",
        "链接:",
        "链接：",
        "网址：",
        "リンク：",
        "주소:",
        "ссылка:",
        "Ссылка — ",
        "σύνδεσμος:",
        "קישור:",
        "رابط:",
        "رابط،",
        "लिंक:",
        "ลิงก์:",
        "հղում։",
        "ლინკი:",
        "liên kết:",
        "größe→",
    ];

    /// Texts behind a URL that are no part of it.
    const BEHIND: &[&str] = &[
        "",
        " ",
        ".",
        ",",
        ";",
        "!",
        " [200]",
        " (200)",
        " (at 14:10)",
        "\t404",
        "”",
        "»",
        "」",
        "】",
        "》",
        "（茶）",
        "，谢谢",
        "。",
        "、",
        "،",
        "।",
        "。再见",
        "…",
        "</b>",
        "</java.net.URL>",
        "\"",
        "\",",
        "`",
        " | x",
        ",https://b.example/y",
        "│",
    ];

    #[test]
    fn a_url_is_read_whatever_stands_before_it() {
        for before in BEFORE {
            let line = format!("{before}https://a.example/x");
            let found = url(line.as_bytes()).map(ByteSlice::as_bstr);
            assert_eq!(found, Some("https://a.example/x".into()), "{line}");
        }
    }

    #[test]
    fn the_first_url_of_a_line_is_found() {
        for (line, wanted) in [
            ("\"https://a.example/x\",", "https://a.example/x"),
            ("<https://a.example/x?a=1>", "https://a.example/x?a=1"),
            (
                "'https://a.example/red shoes'",
                "https://a.example/red shoes",
            ),
            ("see https://a.example/x [200]", "https://a.example/x"),
            (
                "see https://a.example/red shoes.html",
                "https://a.example/red shoes.html",
            ),
            (
                "[\"com,example)/\",\"20200102030405\",\"http://example.com:80/\",\"200\"],",
                "http://example.com:80/",
            ),
            ("url=https://a.example/x 200", "https://a.example/x"),
            (
                "fetched https://a.example/x7 in 12 ms",
                "https://a.example/x7",
            ),
            (
                "- [title](https://a.example/x_(y)) and more",
                "https://a.example/x_(y)",
            ),
            ("(see https://a.example/x)", "https://a.example/x"),
            ("\"200 https://a.example/x\"", "https://a.example/x"),
            (
                "\"OK 200 https://a.example/x\",\"b\"",
                "https://a.example/x",
            ),
            (
                "OK https://a.example/?q=\"red\"&b",
                "https://a.example/?q=\"red\"&b",
            ),
            ("[x] {https://a.example/{id}/y}", "https://a.example/{id}/y"),
            (
                "say \\\"https://a.example/x\\\" twice",
                "https://a.example/x",
            ),
            (
                "2026-05-01 URL:https://a.example/x [9/9] -> \"x\" [1]",
                "https://a.example/x",
            ),
            ("1,https://a.example/x,200,Sign in", "https://a.example/x"),
            (
                "1,https://a.example/topic,711.0.html",
                "https://a.example/topic,711.0.html",
            ),
            ("1|https://a.example/x|12", "https://a.example/x"),
            ("x git+https://a.example/y", "git+https://a.example/y"),
            ("x 7myapp://a.example/y", "myapp://a.example/y"),
            (
                "[200]https://a.example/r?to=https://b.example/",
                "https://a.example/r?to=https://b.example/",
            ),
            (
                "[10:00:00] GET \"https://a.example/x\"",
                "https://a.example/x",
            ),
        ] {
            let found = url(line.as_bytes()).map(ByteSlice::as_bstr);
            assert_eq!(found, Some(wanted.into()), "{line}");
        }
    }

    #[test]
    fn a_url_that_is_part_of_something_else_is_left() {
        for line in [
            "javascript:open('https://a.example/')",
            "[href] javascript:open('https://a.example/')",
            "data:text/html,<a href=https://a.example/>",
            "mailto:a@b.example?x= https://a.example/",
            "see /login?next=https://a.example/",
            "see \"/login?next=https://a.example/\"",
            "b.example/login?a=1&next=https://a.example/",
            "x /proxy/https://a.example/",
            "^https://a\\.example/",
            "GET /x \"bot/1.0 (compatible; +https://a.example/bot)\"",
            "[29/Nov/2026:02:36:18 +0000] - 200 - GET http a.example \"/x\" \"agent\" \"http://a.example/\"",
            "[29/Nov/2026:02:36:18 +0000] /x \"http://a.example/\" \"agent\"",
            "a.b://",
            "x:// y",
            "no url",
            "",
        ] {
            assert_eq!(url(line.as_bytes()).map(ByteSlice::as_bstr), None, "{line}");
        }
    }

    #[test]
    fn fields_stand_beside_a_url_anywhere_in_a_line() {
        for (line, field, wanted) in [
            ("OK   200 https://a.example/x", Field::Status, Some("200")),
            ("✗ [404] https://a.example/x", Field::Status, Some("404")),
            ("[404]https://a.example/x", Field::Status, Some("404")),
            ("urls.txt:200:https://a.example/x", Field::Status, None),
            (
                "* [404] [https://a.example/x](https://a.example/x)",
                Field::Status,
                Some("404"),
            ),
            (
                "target=https://a.example/x status-code=400",
                Field::Status,
                Some("400"),
            ),
            (
                "fetched https://a.example/x method=POST",
                Field::Method,
                Some("POST"),
            ),
            ("size=12 url=https://a.example/x", Field::Size, Some("12")),
            (
                "at 2026-05-01 saw https://a.example/x",
                Field::Time,
                Some("2026-05-01"),
            ),
            (
                "\"https://a.example/x\" returned 404",
                Field::Status,
                Some("404"),
            ),
        ] {
            let found = beside(field, line.as_bytes(), || notes(line.as_bytes()).get(field));
            assert_eq!(
                found.map(ByteSlice::as_bstr),
                wanted.map(Into::into),
                "{line}"
            );
        }
    }

    #[test]
    fn a_second_url_is_told_from_targets_and_sources() {
        for (line, wanted) in [
            ("https://a.example/1 https://a.example/2", true),
            ("https://a.example/1\thttps://b.example/", true),
            ("200 https://a.example/1 | https://a.example/2", true),
            ("see https://a.example/1 and https://a.example/2", true),
            ("https://a.example/1,https://a.example/2", true),
            ("https://a.example/1;http://b.example/", true),
            (
                "https://a.example/1|HTTPS://a.example/2|https://c.example/",
                true,
            ),
            ("https://a.example/1?x=1,https://a.example/2", true),
            ("200 https://a.example/1,https://a.example/2", true),
            (
                "https://a.example/1?to=https://b.example/,https://c.example/",
                false,
            ),
            ("https://a.example/web/https://b.example/", false),
            ("https://a.example/1,2;3|4", false),
            ("https://a.example/1", false),
            ("https://a.example/1 [200]", false),
            ("https://a.example/1?to=https://b.example/ [200]", false),
            ("https://a.example/1 [301] [https://a.example/2]", false),
            ("https://a.example/1 -> https://a.example/2", false),
            ("* [404] [https://a.example/1](https://a.example/1)", false),
            ("301 https://a.example/1 https://a.example/2", false),
            ("https://a.example/1 (https://a.example/)", false),
            (
                "<u>https://a.example/1</u><referer>https://a.example/</referer>",
                false,
            ),
            ("https://a.example/1 referer=https://a.example/", false),
            ("https://a.example/1 [from: https://a.example/]", false),
            ("[https://a.example/] [href] https://a.example/1", false),
        ] {
            let line = line.as_bytes();
            assert_eq!(
                has_second(line, found(line, None)),
                wanted,
                "{}",
                line.as_bstr()
            );
        }
    }

    proptest! {
        /// A URL is found whatever stands around it, by the reader of lines as by that of texts.
        #[test]
        fn a_url_is_found_between_any_texts(
            scheme in "https?|wss?|ftp",
            rest in "://[a-z]{1,8}\\.example(/[a-z0-9]{1,6}){0,3}(\\?[a-z]{1,4}=[a-z0-9]{1,4})?",
            before in proptest::sample::select(BEFORE),
            behind in proptest::sample::select(BEHIND),
        ) {
            let wanted = scheme + &rest;
            let line = format!("{before}{wanted}{behind}");
            let word = AbsoluteUrls::of(line.as_bytes()).next().map(|found| found.word);
            prop_assert_eq!(word.map(ByteSlice::as_bstr), Some((*wanted).into()), "{}", line);
            let found = url(line.as_bytes()).map(ByteSlice::as_bstr);
            prop_assert_eq!(found, Some((*wanted).into()), "{}", line);
        }

        #[test]
        fn any_bytes_are_taken(line in proptest::collection::vec(any::<u8>(), 0..80), scheme: bool) {
            let mut line = line;
            if scheme {
                line.splice(line.len() / 2..line.len() / 2, *b"http://a");
            }
            if let Some(found) = url(&line) {
                prop_assert!(crate::input::word::offset_in(&line, found).is_some());
            }
        }
    }
}
